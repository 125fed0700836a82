import { Link } from '@remix-run/react'
import { Instant } from '~/platform/page/instant'
import { showDay } from '~/platform/values/show'
import type { DefinitionVersion } from '~/platform/workflow/definition.server'
import {
  type DefinitionStep,
  inputDescription,
  OWN_STEP,
  sourceStateName,
  stateName,
  targetState,
  type WorkflowState,
} from '~/platform/workflow/definition-step'
import { Badge, type BadgeKind, badgeKind } from '~/ui/badge/badge'
import { lazily } from '~/ui/enhanced/later'
import { type ColumnChange, changed, type GridColumn } from '~/ui/grid/columns'

/** Both work without this code, which is loaded at the first user interaction. */
export const [DefinitionDiagram, NewVersion] = [
  lazily(() => import('./definition-diagram').then((code) => code.DefinitionDiagram)),
  lazily(() => import('./version-sections').then((code) => code.NewVersion)),
]

/** A version as the list of its kind shows it. */
export interface VersionRow extends Omit<DefinitionVersion, 'madeAt'> {
  /** ISO instant. */
  madeAt: string | null
  /** Objects under it, including completed ones. */
  objects: number
  state: string
}

export const VERSION_GRID = { prefix: 'versions', size: 10 }

/** @param path of the kind's page */
export function versionColumns(path: string): GridColumn<VersionRow>[] {
  return [
    {
      id: 'version',
      header: 'Version',
      size: 80,
      meta: { kind: 'number' },
      cell: ({ row }) => <Link to={`${path}?version=${row.original.version}`}>{row.original.version}</Link>,
    },
    {
      id: 'state',
      header: 'Today',
      size: 110,
      meta: { kind: 'text' },
      cell: ({ row }) => row.original.state,
    },
    {
      id: 'validFrom',
      header: 'Valid from',
      size: 110,
      meta: { kind: 'day' },
      cell: ({ row }) => showDay(row.original.validFrom),
    },
    {
      id: 'objects',
      header: 'Objects',
      size: 120,
      meta: {
        kind: 'number',
        title: 'Including completed objects: each keeps the version that it started with',
      },
      cell: ({ row }) => row.original.objects.toLocaleString('en-GB'),
    },
    {
      id: 'madeBy',
      header: 'Requested by',
      size: 150,
      accessorFn: by,
      meta: { kind: 'text' },
      cell: ({ row }) => by(row.original),
    },
    {
      id: 'madeAt',
      header: 'Approved',
      size: 145,
      meta: { kind: 'instant', show: showDay },
      cell: ({ row }) => <Instant at={row.original.madeAt} />,
    },
    {
      id: 'comment',
      header: 'Why',
      meta: { kind: 'text', wrap: true },
      cell: ({ row }) => row.original.comment,
    },
  ]
}

const by = ({ madeBy, shippedVersion }: VersionRow) =>
  shippedVersion === null ? (madeBy ?? '') : 'supplied by Fundesk'

/** A step of a version, with its place among them. */
export interface StepRow extends DefinitionStep {
  at: number
  /** The second target to which Fundesk itself moves it, and when. */
  diversions: readonly { display: string; to: WorkflowState; kind: BadgeKind }[]
}

const WORDS = {
  order: ({ at }) => String(at + 1),
  display: ({ display }) => display,
  from: sourceStateName,
  to: (step) =>
    [
      stateName(targetState(step)),
      ...step.diversions.map(({ display, to }) => `${stateName(to)}: ${display}`),
    ].join('; '),
  actingQueue: ({ actingQueue }) => (actingQueue === 'SYSTEM' ? 'Fundesk itself' : actingQueue),
  comment: ({ commentRequired }) => (commentRequired ? 'required' : ''),
  excludes: ({ excludes }) => excludes.join(', '),
  asksFor: ({ dateToDisplayId }) => (dateToDisplayId === null ? '' : inputDescription(dateToDisplayId)),
  condition: ({ condition }) => condition ?? '',
  effect: ({ effect }) => effect ?? '',
  round: ({ opensRound }) => (opensRound ? 'begins a round' : ''),
  origin: ({ name }) => (name.startsWith(OWN_STEP) ? 'this site' : 'Fundesk'),
} satisfies Record<string, (step: StepRow) => string>

type Field = keyof typeof WORDS

const text = (id: Field, header: string, more: ColumnChange<StepRow> = {}) =>
  changed<StepRow, string, GridColumn<StepRow>>(
    {
      id,
      header,
      accessorFn: WORDS[id],
      meta: { kind: 'text' },
      cell: ({ row }) => WORDS[id](row.original),
    },
    more,
  )

/** Columns of the steps of a version: the content of its diagram, and the rules of each. */
export const STEP_COLUMNS: GridColumn<StepRow>[] = [
  changed(text('order', 'Order', { size: 55 }), { meta: { kind: 'number' } }),
  text('display', 'Step', { size: 130 }),
  text('from', 'From', { size: 205 }),
  changed(text('to', 'To', { size: 220 }), {
    meta: { wrap: true },
    cell: ({ row }) => (
      <>
        <Badge
          kind={badgeKind(row.original.toClass)}
          status={row.original.toStatus}
          queue={row.original.toQueue}
        />
        {row.original.diversions.map(({ display, to, kind }) => (
          <div key={display}>
            {display}: <Badge kind={kind} status={to.status} queue={to.queue} />
          </div>
        ))}
      </>
    ),
  }),
  text('actingQueue', 'Taken by', { size: 110 }),
  text('comment', 'Comment', { size: 85 }),
  text('excludes', 'Excludes', {
    size: 120,
    meta: { title: 'People who did this in the same round cannot take the step (four-eyes rule)' },
  }),
  text('asksFor', 'Asks for', { size: 130, meta: { wrap: true } }),
  text('condition', 'Only when', { size: 160, meta: { wrap: true } }),
  text('effect', 'Action', { size: 150, meta: { wrap: true } }),
  text('round', 'Round', { size: 110, meta: { hiddenByDefault: true } }),
  text('origin', 'Origin', { size: 75 }),
]

const RULES = ['condition', 'effect', 'round']

/** Those of a version in the making: the rules of a step cannot be changed, and each has its links next to it. */
export const DRAFT_STEP_COLUMNS = STEP_COLUMNS.filter(({ id }) => !RULES.includes(id))
