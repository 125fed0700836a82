import {
  type DefinitionStep,
  sourceStateName,
  stateName,
  targetState,
  type WorkflowState,
} from '~/platform/workflow/definition-step'
import { diversionsOf, type OwnMove } from '~/platform/workflow/kind-rules'
import { badgeKind } from '~/ui/badge/badge'
import { Diagram, type DiagramArrow, type DiagramBox, type Drawing } from '~/ui/diagram/diagram'

interface DefinitionDiagramProps {
  title: string
  drawing: Drawing
  /** How many steps the version has. */
  steps: number
}

/** A version of a workflow: its places in the colours of their badges, its steps as arrows. */
export function DefinitionDiagram({ title, drawing, steps }: DefinitionDiagramProps) {
  const summary = `${drawing.boxes.length} places and ${steps} steps; the table of steps below has the same content.`
  return <Diagram title={title} summary={summary} {...drawing} />
}

/**
 * The boxes and arrows of a version. A step "from any status" starts at a box for the whole queue; steps between the
 * same two places share an arrow; a step that leaves an object where it is appears in its box.
 * @param starts where objects begin; drawn first
 * @param moves the steps that Fundesk takes by itself: a step with a second target has an arrow for either way
 */
export function diagramOf(
  steps: readonly DefinitionStep[],
  starts: readonly WorkflowState[],
  moves: readonly OwnMove[],
) {
  const boxes = new Map<string, DiagramBox>()
  const add = (place: WorkflowState, kind: DiagramBox['kind']) => {
    const id = stateName(place)
    const existing = boxes.get(id)
    if (!existing || (existing.kind === 'invalidated' && kind !== null))
      boxes.set(id, { id, title: place.status, detail: place.queue, kind })
  }
  const classes = new Map(steps.map((step) => [stateName(targetState(step)), badgeKind(step.toClass)]))
  for (const place of starts) add(place, classes.get(stateName(place)) ?? 'new')
  const arrows = new Map<string, DiagramArrow>()
  const draw = (from: string, to: string, label: string) => {
    const existing = arrows.get(`${from} → ${to}`)
    arrows.set(`${from} → ${to}`, { from, to, label: existing ? `${existing.label} / ${label}` : label })
  }
  for (const step of steps) {
    const isAny = step.fromStatus === null
    const from = { queue: step.fromQueue, status: step.fromStatus ?? 'any status' }
    add(from, isAny ? null : (classes.get(stateName(from)) ?? 'new'))
    add(targetState(step), badgeKind(step.toClass))
    const [start, end] = [sourceStateName(step), stateName(targetState(step))]
    if (start === end) {
      const box = boxes.get(start)
      if (box) boxes.set(start, { ...box, detail: `${box.detail}, ↻ ${step.display}` })
      continue
    }
    draw(start, end, step.display)
    for (const { display, to } of diversionsOf(step, moves)) {
      add(to, classes.get(stateName(to)) ?? 'new')
      draw(start, stateName(to), display)
    }
  }
  return { boxes: [...boxes.values()], arrows: [...arrows.values()] }
}
