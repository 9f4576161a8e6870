// SPDX-License-Identifier: Apache-2.0
// Folds modules, scrolls and zooms. Places are computed as in layout.py, edges as in svg.py.
for (const section of document.querySelectorAll('section')) {
  const view = section.querySelector('.view'), svg = view.querySelector('svg')
  const rows = [...svg.querySelectorAll('.row')], edges = [...svg.querySelectorAll('.edge')]
  const parents = row => row.dataset.in.split(' ').filter(Boolean)
  const isFolded = row => row.querySelector('.sign')?.textContent === '▸'
  const folded = new Set(rows.filter(isFolded).map(row => row.dataset.id))
  const { width, right, side, bends, head, top } =
    Object.fromEntries(Object.entries(svg.dataset).map(([name, value]) => [name, Number(value)]))
  const show = (element, shown) => { element.style.display = shown ? '' : 'none' }

  function place() {
    const tops = {}, ends = {}
    let y = top
    for (const row of rows) {
      const { id, height } = row.dataset, around = parents(row).find(parent => folded.has(parent))
      show(row, !around)
      if (around) {
        tops[id] = { y: tops[around].y, hidden: true }
        continue
      }
      tops[id] = { y, hidden: false }
      row.setAttribute('transform', `translate(0 ${y})`)
      y += Number(height)
      for (const each of [id, ...parents(row)]) ends[each] = y
      const sign = row.querySelector('.sign')
      if (sign) sign.textContent = folded.has(id) ? '▸' : '▾'
    }
    for (const box of svg.querySelectorAll('.section')) {
      const { y: start, hidden } = tops[box.dataset.of]
      show(box, !hidden)
      if (!hidden) {
        box.setAttribute('y', start)
        box.setAttribute('height', ends[box.dataset.of] - start - 4)
      }
    }
    const drawn = new Set()
    const port = text => {
      const [row, offset] = text.split(' ')
      return tops[row].y + (tops[row].hidden ? head / 2 : Number(offset))
    }
    for (const edge of edges) {
      const start = port(edge.dataset.from), end = port(edge.dataset.to), key = `${start} ${end}`
      show(edge, start !== end && !drawn.has(key))
      drawn.add(key)
      const bend = side + Math.min(bends, 8 + 4 * Math.sqrt(Math.abs(end - start))) * 1.3
      edge.setAttribute('d', `M${right} ${start}H${side}C${bend} ${start} ${bend} ${end} ${side} ${end}H${right}`)
    }
    svg.setAttribute('viewBox', `0 0 ${width} ${y}`)
    size(y)
  }

  let zoom = 1
  function size(height = svg.viewBox.baseVal.height) {
    svg.setAttribute('width', width * zoom)
    svg.setAttribute('height', height * zoom)
  }
  function zoomBy(factor, x = 0, y = 0) {
    zoom *= factor
    size()
    view.scrollBy((view.scrollLeft + x) * (factor - 1), (view.scrollTop + y) * (factor - 1))
  }

  const heads = rows.filter(row => row.classList.contains('head')).map(row => row.dataset.id)
  const actions = {
    fold: () => { heads.forEach(id => folded.add(id)); place() },
    unfold: () => { folded.clear(); place() },
    in: () => zoomBy(1.25),
    out: () => zoomBy(1 / 1.25),
  }
  for (const button of section.querySelectorAll('button')) button.onclick = actions[button.dataset.do]
  view.addEventListener('wheel', event => {
    if (!event.ctrlKey) return
    event.preventDefault()
    const box = view.getBoundingClientRect()
    zoomBy(event.deltaY > 0 ? 1 / 1.15 : 1.15, event.clientX - box.left, event.clientY - box.top)
  }, { passive: false })

  let moved = 0
  view.addEventListener('pointerdown', () => { moved = 0 })
  view.addEventListener('pointermove', event => {
    if (!event.buttons) return
    moved += Math.abs(event.movementX) + Math.abs(event.movementY)
    view.scrollBy(-event.movementX, -event.movementY)
  })
  svg.addEventListener('click', event => {
    const row = event.target.closest('.head')
    if (!row || moved > 5) return
    const id = row.dataset.id
    if (!folded.delete(id)) folded.add(id)
    place()
  })
  for (const node of svg.querySelectorAll('.node')) {
    const touching = edges.filter(edge => edge.dataset.nodes.split(' ').includes(node.dataset.node))
    node.onmouseenter = () => touching.forEach(edge => edge.classList.add('hot'))
    node.onmouseleave = () => touching.forEach(edge => edge.classList.remove('hot'))
  }
}
