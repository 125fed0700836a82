import {
  type DefinitionStep,
  fromWords,
  type Place,
  placeName,
  toPlace,
} from '~/platform/workflow/definition-step'
import { diversionsOf, type OwnMove } from '~/platform/workflow/kind-rules'
import { badgeKind } from '~/ui/badge/badge'
import { Diagram, type DiagramArrow, type DiagramBox } from '~/ui/diagram/diagram'

interface DefinitionDiagramProps {
  title: string
  steps: readonly DefinitionStep[]
  /** What Fundesk does by itself: a step that it leads elsewhere has an arrow for either way. */
  moves: readonly OwnMove[]
  /** Where objects begin; drawn first. */
  starts: readonly Place[]
}

/** A version of a workflow: its places in the colours of their badges, its steps as arrows. */
export function DefinitionDiagram({ title, steps, moves, starts }: DefinitionDiagramProps) {
  const { boxes, arrows } = diagramOf(steps, starts, moves)
  const summary = `${boxes.length} places and ${steps.length} steps; the table of steps below says the same in words.`
  return <Diagram title={title} summary={summary} boxes={boxes} arrows={arrows} />
}

/**
 * The boxes and arrows of a version. A step "from any status" starts at a box that stands for the whole queue; steps
 * between the same two places share an arrow; one that leaves an object where it is stands in its box.
 */
export function diagramOf(
  steps: readonly DefinitionStep[],
  starts: readonly Place[],
  moves: readonly OwnMove[],
) {
  const boxes = new Map<string, DiagramBox>()
  const add = (place: Place, kind: DiagramBox['kind']) => {
    const id = placeName(place)
    const known = boxes.get(id)
    if (!known || (known.kind === 'invalidated' && kind !== null))
      boxes.set(id, { id, title: place.status, detail: place.queue, kind })
  }
  const classes = new Map(steps.map((step) => [placeName(toPlace(step)), badgeKind(step.toClass)]))
  for (const place of starts) add(place, classes.get(placeName(place)) ?? 'new')
  const arrows = new Map<string, DiagramArrow>()
  const draw = (from: string, to: string, label: string) => {
    const known = arrows.get(`${from} → ${to}`)
    arrows.set(`${from} → ${to}`, { from, to, label: known ? `${known.label} / ${label}` : label })
  }
  for (const step of steps) {
    const isAny = step.fromStatus === null
    const from = { queue: step.fromQueue, status: step.fromStatus ?? 'any status' }
    add(from, isAny ? null : (classes.get(placeName(from)) ?? 'new'))
    add(toPlace(step), badgeKind(step.toClass))
    const [start, end] = [fromWords(step), placeName(toPlace(step))]
    if (start === end) {
      const box = boxes.get(start)
      if (box) boxes.set(start, { ...box, detail: `${box.detail}, ↻ ${step.display}` })
      continue
    }
    draw(start, end, step.display)
    for (const { display, to } of diversionsOf(step, moves)) {
      add(to, classes.get(placeName(to)) ?? 'new')
      draw(start, placeName(to), display)
    }
  }
  return { boxes: [...boxes.values()], arrows: [...arrows.values()] }
}
