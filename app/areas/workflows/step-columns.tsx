import { Link } from '@remix-run/react'
import type { RowColumns } from '~/platform/lists/row-match'
import { showDay, showInstant } from '~/platform/values/show'
import type { DefinitionVersion } from '~/platform/workflow/definition.server'
import {
  askedFor,
  type DefinitionStep,
  fromWords,
  OWN_STEP,
  type Place,
  placeName,
  toPlace,
} from '~/platform/workflow/definition-step'
import { Badge, type BadgeKind, badgeKind } from '~/ui/badge/badge'
import type { GridColumn } from '~/ui/grid/columns'

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
export function versionColumns(path: string, timeZone: string): GridColumn<VersionRow>[] {
  return [
    {
      ...{ id: 'version', label: 'Version', kind: 'number', width: 80 },
      render: ({ version }) => <Link to={`${path}?version=${version}`}>{version}</Link>,
    },
    { id: 'state', label: 'Today', kind: 'text', width: 110, render: ({ state }) => state },
    {
      id: 'validFrom',
      label: 'Valid from',
      kind: 'day',
      width: 110,
      render: ({ validFrom }) => showDay(validFrom),
    },
    {
      ...{ id: 'objects', label: 'Objects', kind: 'number', width: 120 },
      title: 'Including completed objects: each keeps the version that it started with',
      render: ({ objects }) => objects.toLocaleString('en-GB'),
    },
    { id: 'madeBy', label: 'Requested by', kind: 'text', width: 150, exported: by, render: by },
    {
      ...{ id: 'madeAt', label: 'Approved', kind: 'instant', width: 140, show: showDay },
      render: ({ madeAt }) => showInstant(madeAt, timeZone),
    },
    { id: 'comment', label: 'Why', kind: 'text', wrap: true, render: ({ comment }) => comment },
  ]
}

const by = ({ madeBy, shippedVersion }: VersionRow) =>
  shippedVersion === null ? (madeBy ?? '') : 'supplied by Fundesk'

/** How they filter and sort. */
export const VERSION_ROW_COLUMNS: RowColumns<VersionRow> = {
  version: { kind: 'number', value: ({ version }) => String(version) },
  state: { kind: 'text', value: ({ state }) => state },
  validFrom: { kind: 'day', value: ({ validFrom }) => validFrom },
  objects: { kind: 'number', value: ({ objects }) => String(objects) },
  madeBy: { kind: 'text', value: by },
  madeAt: { kind: 'instant', value: ({ madeAt }) => madeAt },
  comment: { kind: 'text', value: ({ comment }) => comment },
}

/** A step of a version, with its place among them. */
export interface StepRow extends DefinitionStep {
  at: number
  /** The second target to which Fundesk itself moves it, and when. */
  diversions: readonly { display: string; to: Place; kind: BadgeKind }[]
}

const WORDS = {
  order: ({ at }) => String(at + 1),
  display: ({ display }) => display,
  from: fromWords,
  to: (step) =>
    [
      placeName(toPlace(step)),
      ...step.diversions.map(({ display, to }) => `${placeName(to)}: ${display}`),
    ].join('; '),
  actingQueue: ({ actingQueue }) => (actingQueue === 'SYSTEM' ? 'Fundesk itself' : actingQueue),
  comment: ({ commentRequired }) => (commentRequired ? 'required' : ''),
  excludes: ({ excludes }) => excludes.join(', '),
  asksFor: ({ dateToDisplayId }) => (dateToDisplayId === null ? '' : askedFor(dateToDisplayId)),
  condition: ({ condition }) => condition ?? '',
  effect: ({ effect }) => effect ?? '',
  round: ({ opensRound }) => (opensRound ? 'begins a round' : ''),
  origin: ({ name }) => (name.startsWith(OWN_STEP) ? 'this site' : 'Fundesk'),
} satisfies Record<string, (step: StepRow) => string>

type Field = keyof typeof WORDS

const text = (id: Field, label: string, more: Partial<GridColumn<StepRow>> = {}): GridColumn<StepRow> => ({
  ...{ id, label, kind: 'text', render: WORDS[id], exported: WORDS[id] },
  ...more,
})

/** Columns of the steps of a version: the content of its diagram, and the rules of each. */
export const STEP_COLUMNS: GridColumn<StepRow>[] = [
  { ...text('order', 'Order', { width: 55 }), kind: 'number' },
  text('display', 'Step', { width: 130 }),
  text('from', 'From', { width: 205 }),
  {
    ...text('to', 'To', { width: 220 }),
    wrap: true,
    render: (step) => (
      <>
        <Badge kind={badgeKind(step.toClass)} status={step.toStatus} queue={step.toQueue} />
        {step.diversions.map(({ display, to, kind }) => (
          <div key={display}>
            {display}: <Badge kind={kind} status={to.status} queue={to.queue} />
          </div>
        ))}
      </>
    ),
  },
  text('actingQueue', 'Taken by', { width: 110 }),
  text('comment', 'Comment', { width: 85 }),
  text('excludes', 'Excludes', {
    width: 120,
    title: 'People who did this in the same round cannot take the step (four-eyes rule)',
  }),
  text('asksFor', 'Asks for', { width: 130, wrap: true }),
  text('condition', 'Only when', { width: 160, wrap: true }),
  text('effect', 'Action', { width: 150, wrap: true }),
  text('round', 'Round', { width: 110, hiddenByDefault: true }),
  text('origin', 'Origin', { width: 75 }),
]

const RULES = ['condition', 'effect', 'round']

/** Those of a version in the making: the rules of a step cannot be changed, and each has its links beside it. */
export const DRAFT_STEP_COLUMNS = STEP_COLUMNS.filter(({ id }) => !RULES.includes(id))

/** How they filter and sort. */
export const STEP_ROW_COLUMNS: RowColumns<StepRow> = Object.fromEntries(
  Object.entries(WORDS).map(([id, value]) => [id, { kind: id === 'order' ? 'number' : 'text', value }]),
)
