import { useId } from 'react'
import { type BadgeKind, BadgeShape } from '../badge/badge'

export interface DiagramBox {
  id: string
  /** In bold, such as a status. */
  title: string
  /** Below it, such as a queue. */
  detail: string
  /** Null for a box that represents several. */
  kind: BadgeKind | null
}

export interface DiagramArrow {
  from: string
  to: string
  label: string
}

export interface Point {
  x: number
  y: number
}

/** The positions of all parts of a diagram, in px, computed by the server. */
export interface Layout {
  width: number
  height: number
  /** The upper left corner of each box. */
  nodes: Point[]
  /** For each arrow: its line as an SVG path, and the centre of its label. */
  edges: { path: string; label: Point }[]
}

/** Boxes, the arrows between them, and their positions. */
export interface Drawing {
  boxes: readonly Omit<DiagramBox, 'id'>[]
  arrows: readonly Pick<DiagramArrow, 'label'>[]
  layout: Layout
}

interface DiagramProps extends Drawing {
  title: string
  /** The only text for screen readers; its content must also be in a table next to the diagram. */
  summary: string
}

/** Approximate widths of the font's characters, in px; rather too wide than too narrow. */
const TITLE_WIDTH = 9.1
const TEXT_WIDTH = 6.3
const DETAIL_WIDTH = 7.4
export const BOX_HEIGHT = 40

/** Boxes and the arrows between them, drawn by the server: no script, and the same in print. */
export function Diagram({ title, summary, boxes, arrows, layout }: DiagramProps) {
  const head = useId()
  const { width, height } = layout
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wide diagrams must be scrollable by keyboard
    <section className="diagram" aria-label={title} tabIndex={0}>
      <svg
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`${title}. ${summary}`}
      >
        <defs>
          <marker
            id={head}
            viewBox="0 0 6 6"
            refX="5"
            refY="3"
            markerWidth="7"
            markerHeight="7"
            orient="auto"
          >
            <path className="diagram__head" d="M0 0 6 3 0 6z" />
          </marker>
        </defs>
        {layout.edges.map(({ path }) => (
          <path key={path} className="diagram__arrow" d={path} markerEnd={`url(#${head})`} />
        ))}
        {boxes.map((box, at) => (
          <Box key={`${box.title} ${box.detail}`} box={box} at={layout.nodes[at] ?? { x: 0, y: 0 }} />
        ))}
        {layout.edges.map(({ path, label }, at) => {
          const words = arrows[at]?.label ?? ''
          const wide = labelWidth(words)
          return (
            <g key={path}>
              <rect
                className="diagram__ground"
                x={label.x - wide / 2}
                y={label.y - 9}
                width={wide}
                height="18"
              />
              <text className="diagram__words" x={label.x} y={label.y + 4} textAnchor="middle">
                {words}
              </text>
            </g>
          )
        })}
      </svg>
    </section>
  )
}

/** The width of a label, in px. */
export const labelWidth = (words: string) => words.length * TEXT_WIDTH + 8

/** The width of a box, in px. */
export function boxWidth({ title, detail }: Pick<DiagramBox, 'title' | 'detail'>): number {
  return Math.ceil(Math.max(title.length * TITLE_WIDTH, detail.length * DETAIL_WIDTH, 60) + 34)
}

function Box({ box, at: { x, y } }: { box: Omit<DiagramBox, 'id'>; at: Point }) {
  const { title, detail, kind } = box
  const width = boxWidth(box)
  return (
    <g className={kind === null ? 'diagram__box diagram__box--any' : `diagram__box diagram__box--${kind}`}>
      <rect x={x} y={y} width={width} height={BOX_HEIGHT} rx="3" />
      {kind !== null && (
        <g className="diagram__shape" transform={`translate(${x + 8} ${y + 8})`}>
          <BadgeShape kind={kind} />
        </g>
      )}
      <text className="diagram__title" x={x + (kind === null ? 10 : 24)} y={y + 17}>
        {title}
      </text>
      <text className="diagram__detail" x={x + (kind === null ? 10 : 24)} y={y + 32}>
        {detail}
      </text>
    </g>
  )
}
