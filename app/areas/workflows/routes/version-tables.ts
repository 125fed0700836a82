import type { Guarded } from '~/http/guard'
import type { GridSource } from '~/platform/grids/grid-source'
import { rowList } from '~/platform/lists/row-list.server'
import { DomainError } from '~/platform/values/domain-error'
import { type DefinitionVersion, objectsUnder, stepsOf } from '~/platform/workflow/definition.server'
import {
  type DefinitionStep,
  definitionStep,
  sourceStateName,
  stateName,
  stepLabel,
  targetState,
} from '~/platform/workflow/definition-step'
import { diversionsOf, type KindRules, type OwnMove } from '~/platform/workflow/kind-rules'
import { badgeKind } from '~/ui/badge/badge'
import type { Drawing } from '~/ui/diagram/diagram'
import { diagramLayout } from '~/ui/diagram/layout.server'
import { diagramOf } from '../definition-diagram'
import { kindInPath } from '../definition-kinds'
import { STEP_COLUMNS, type StepRow, VERSION_GRID, type VersionRow, versionColumns } from '../step-columns'

export const pathOfKind = (kind: string) => `/admin/workflows/${kindInPath(kind)}`

/** The version that an address names, or the one in force. @throws DomainError not-found */
export function shownVersion(versions: readonly DefinitionVersion[], request: Request): DefinitionVersion {
  const named = new URL(request.url).searchParams.get('version')
  const found = versions.find((each) => (named === null ? each.isInForce : String(each.version) === named))
  if (!found)
    throw new DomainError('not-found', 'There is no such version. Choose one from the list of versions.')
  return found
}

/** The steps of a stored version. */
export async function storedSteps({ read }: Guarded, { id }: DefinitionVersion): Promise<DefinitionStep[]> {
  return (await stepsOf(read, id)).map(definitionStep)
}

/** Steps, with the additional places to which Fundesk moves objects, for their grid and their file. */
export function stepSource(
  { timeZone }: Pick<Guarded, 'timeZone'>,
  steps: readonly DefinitionStep[],
  moves: readonly OwnMove[],
  columns = STEP_COLUMNS,
): GridSource<StepRow> {
  const keyOf = (step: StepRow) => `${step.at} ${stepLabel(step)}`
  const kinds = new Map(steps.map((step) => [stateName(targetState(step)), badgeKind(step.toClass)]))
  const rows = steps.map((step, at) => ({
    ...step,
    at,
    diversions: diversionsOf(step, moves).map(({ display, to }) => ({
      display,
      to,
      kind: kinds.get(stateName(to)) ?? ('new' as const),
    })),
  }))
  return {
    columns,
    options: { size: 50, defaultSort: [{ column: 'order', descending: false }] },
    list: rowList(rows, STEP_COLUMNS, { timeZone, keyOf }),
  }
}

/** The steps of a version as a diagram; its layout stays on the server. */
export function drawn(
  steps: readonly DefinitionStep[],
  { starts, moves }: Pick<KindRules, 'starts' | 'moves'>,
): Drawing {
  const { boxes, arrows } = diagramOf(steps, starts, moves)
  return {
    boxes: boxes.map(({ title, detail, kind }) => ({ title, detail, kind })),
    arrows: arrows.map(({ label }) => ({ label })),
    layout: diagramLayout(boxes, arrows),
  }
}

/** The steps that Fundesk takes by itself, in every version: from where, to where, as text. */
export function ownMoves(steps: readonly DefinitionStep[], moves: readonly OwnMove[]) {
  const start = (from: OwnMove['from']) => {
    if ('step' in from)
      return [...new Set(steps.filter(({ name }) => name === from.step).map(sourceStateName))].join(' or ')
    const { queue, status } = from
    return status === undefined ? `any status of ${queue}` : stateName({ queue, status })
  }
  return moves.map(({ display, from, to }) => ({ display, from: start(from), to: stateName(to) }))
}

/** The versions of a kind, for their grid and their file. */
export async function versionSource(
  { read, today, timeZone }: Guarded,
  kind: string,
  versions: readonly DefinitionVersion[],
): Promise<GridSource<VersionRow>> {
  const under = await objectsUnder(read, kind)
  const rows = versions.map((version) => ({
    ...version,
    madeAt: version.madeAt?.toISOString() ?? null,
    objects: under.get(version.id) ?? 0,
    state: version.isInForce ? 'active' : version.validFrom > today ? 'upcoming' : 'replaced',
  }))
  const keyOf = ({ id }: VersionRow) => String(id)
  return {
    columns: versionColumns(pathOfKind(kind)),
    options: VERSION_GRID,
    list: rowList(rows, versionColumns(pathOfKind(kind)), { timeZone, keyOf }),
  }
}
