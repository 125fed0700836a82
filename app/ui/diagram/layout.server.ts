import { Graph, layout } from '@dagrejs/dagre'
import {
  BOX_HEIGHT,
  boxWidth,
  type DiagramArrow,
  type DiagramBox,
  type Layout,
  labelWidth,
  type Point,
} from './diagram'

/** A box of a diagram. */
interface DiagramNode {
  id: string
  width: number
}

/** An arrow, with the width of its label. */
interface DiagramEdge {
  from: string
  to: string
  labelWidth: number
}

const WORDS_HEIGHT = 18
const GAP = 18
const BETWEEN = 32
const EDGE = 2
/** Maximum distance between two arrows on the same side of a box. */
const PORT = 24
const ARROWHEAD = 5

/** The positions of a diagram's boxes and arrows. */
export function diagramLayout(boxes: readonly DiagramBox[], arrows: readonly DiagramArrow[]): Layout {
  const { width, height, nodes, edges } = layoutOf(
    boxes.map((box) => ({ id: box.id, width: boxWidth(box) })),
    arrows.map(({ from, to, label }) => ({ from, to, labelWidth: labelWidth(label) })),
  )
  return {
    width,
    height,
    nodes: nodes.map(rounded),
    edges: edges.map(({ points, label }) => ({ path: curve(points), label: rounded(label) })),
  }
}

/** Whole pixels: each figure occurs twice on the page, in the drawing and in its data. */
const round = Math.round
const rounded = ({ x, y }: Point): Point => ({ x: round(x), y: round(y) })

/**
 * Lays out a directed graph in layers from top to bottom; arrows that close a cycle point upwards. Each arrow's label
 * has its own space and covers nothing else.
 */
export function layoutOf(
  nodes: readonly DiagramNode[],
  edges: readonly DiagramEdge[],
): Pick<Layout, 'width' | 'height' | 'nodes'> & { edges: { points: Point[]; label: Point }[] } {
  const graph = new Graph({ multigraph: true })
  graph.setGraph({ nodesep: GAP, edgesep: GAP, ranksep: BETWEEN, marginx: EDGE, marginy: EDGE })
  for (const { id, width } of nodes) graph.setNode(id, { width, height: BOX_HEIGHT })
  for (const [at, { from, to, labelWidth }] of edges.entries())
    graph.setEdge(from, to, { width: labelWidth, height: WORDS_HEIGHT, labelpos: 'c' }, String(at))
  layout(graph)
  const { width, height } = graph.graph()
  const boxes = nodes.map(({ id, width }) => {
    const { x, y } = graph.node(id)
    return { id, width, x: x - width / 2, y: y - BOX_HEIGHT / 2 }
  })
  const lines = edges.map(({ from, to }, at) => {
    const { points, x, y } = graph.edge(from, to, String(at))
    return { from, to, points, label: { x, y } }
  })
  for (const box of boxes) spread(box, lines)
  return {
    width: Math.ceil(width),
    height: Math.ceil(height),
    nodes: boxes.map(({ x, y }) => ({ x, y })),
    edges: lines.map(({ points, label }) => ({ points, label })),
  }
}

type Line = Pick<DiagramEdge, 'from' | 'to'> & { points: Point[] }

/** Spreads arrows along the upper and lower side of a box, in the order of the other ends. */
function spread({ id, width, x, y }: DiagramNode & Point, lines: readonly Line[]): void {
  const ends = lines.flatMap(({ from, to, points }) => {
    const route = from === id ? points : to === id ? [...points].reverse() : []
    return route[0] && route[1] ? [{ end: route[0], next: route[1] }] : []
  })
  for (const side of [y, y + BOX_HEIGHT]) {
    const here = ends.filter(({ next }) => next.y < y + BOX_HEIGHT / 2 === (side === y))
    here.sort((a, b) => a.next.x - b.next.x)
    const room = Math.min(PORT, (width - 20) / here.length)
    for (const [place, { end }] of here.entries()) {
      end.x = x + width / 2 + (place - (here.length - 1) / 2) * room
      end.y = side
    }
  }
}

/** A line through the points, vertical at each of them. */
function curve(points: readonly Point[]): string {
  const [first, ...rest] = points.filter(({ x }, at) => x !== points[at - 1]?.x || x !== points[at + 1]?.x)
  if (!first) return ''
  let before = first
  const parts = [`M${round(first.x)} ${round(first.y)}`]
  for (const [at, point] of rest.entries()) {
    // The arrowhead ends at the box.
    const isLast = at === rest.length - 1
    const end = isLast ? { x: point.x, y: point.y - Math.sign(point.y - before.y) * 1 } : point
    const half = (before.y + end.y) / 2
    parts.push(
      Math.abs(before.x - end.x) < 0.5
        ? `L${round(end.x)} ${round(end.y)}`
        : `C${round(before.x)} ${round(half)} ${round(end.x)} ${round(half)} ${round(end.x)} ${round(end.y - (isLast ? Math.sign(end.y - before.y) * ARROWHEAD : 0))}${isLast ? ` L${round(end.x)} ${round(end.y)}` : ''}`,
    )
    before = end
  }
  return parts.join('')
}
