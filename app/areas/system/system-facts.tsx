import { Instant } from '~/platform/page/instant'
import { fieldColumns } from '~/platform/page/shown-columns'
import { useTimeZone } from '~/platform/page/use-site'
import { counted, showBytes, showInstant } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import { Description, type DescriptionItem } from '~/ui/description/description'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { PageSection } from '~/ui/page/page'
import type { HealthLine } from './health-line'
import type { SiteState } from './site-state.server'

const { text } = fieldColumns<HealthLine>()

/** "3 days, 4 hours", "12 minutes": the two largest units. */
export function showUptime(from: Date, to: Date): string {
  const minutes = Math.max(0, Math.floor((to.getTime() - from.getTime()) / 60_000))
  const parts = [
    [Math.floor(minutes / 1440), 'day'],
    [Math.floor(minutes / 60) % 24, 'hour'],
    [minutes % 60, 'minute'],
  ] as const
  const first = parts.findIndex(([count]) => count > 0)
  if (first < 0) return 'less than a minute'
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => counted(count, unit))
    .join(', ')
}

/** The process's facts about itself. */
interface SystemVersion {
  version: string
  commit: string | null
  builtAt: Date | null
  startedAt: Date
  migration: { name: string; count: number } | null
  node: string
}

const HEALTH: GridColumn<HealthLine>[] = [
  text('what', 'Part', { size: 170 }),
  {
    id: 'well',
    header: 'State',
    size: 130,
    meta: { kind: 'badge' },
    cell: ({ row }) => <State well={row.original.well} />,
  },
  text('message', 'Details', { meta: { wrap: true } }),
]

function State({ well }: Pick<HealthLine, 'well'>) {
  if (well === null) return <Badge kind="invalidated" status="Not used" />
  return well ? <Badge kind="success" status="OK" /> : <Badge kind="failed" status="Not OK" />
}

export function SystemHealth({ lines }: { lines: HealthLine[] }) {
  return (
    <PageSection title="Health">
      <Grid title="Health" columns={HEALTH} rows={lines} total={lines.length} rowKey={({ what }) => what} />
    </PageSection>
  )
}

interface SystemFactsProps {
  running: SystemVersion | null
  state: SiteState
  now: Date
  /** SHA-256 of the public key with which this site signs. */
  fingerprint: string
}

/** Which Fundesk runs here, on which database, and the size of its data. */
export function SystemFacts({ running, state, now, fingerprint }: SystemFactsProps) {
  const timeZone = useTimeZone()
  const { checkpoint } = state
  const version: DescriptionItem[] = running
    ? [
        { term: 'Fundesk', value: running.version },
        { term: 'Commit', value: running.commit?.slice(0, 12) ?? 'not known' },
        { term: 'Built', value: showInstant(running.builtAt, timeZone) || 'from source' },
        { term: 'Running since', value: <Instant at={running.startedAt} /> },
        { term: 'For', value: showUptime(running.startedAt, now) },
        { term: 'Node', value: running.node },
        {
          term: 'Newest migration',
          value: running.migration && `${running.migration.name} (${running.migration.count} in all)`,
        },
      ]
    : []
  const data: DescriptionItem[] = [
    { term: 'PostgreSQL', value: state.database },
    { term: 'Size of the database', value: showBytes(state.bytes) },
    { term: 'Enabled users', value: String(state.enabledUsers) },
    { term: 'Sessions', value: String(state.sessions) },
    {
      term: 'Last checkpoint of the audit trail',
      value: checkpoint
        ? `${showInstant(checkpoint.at, timeZone)}, up to event ${checkpoint.lastEventId}`
        : 'none yet',
    },
    { term: 'Its hash', value: checkpoint && <code className="hash">{checkpoint.hash}</code> },
    { term: 'Fingerprint of the signing key', value: <code className="hash">{fingerprint}</code> },
    { term: 'Time zone', value: timeZone },
  ]
  return (
    <>
      <PageSection title="Version">
        <Description items={version} />
      </PageSection>
      <PageSection title="Data">
        <Description items={data} />
      </PageSection>
      <PageSection title="Rows">
        <Description
          items={state.counts.map(({ what, rows, estimated }) => ({
            term: what,
            value: `${estimated ? 'about ' : ''}${rows.toLocaleString('en-GB')}`,
          }))}
        />
      </PageSection>
    </>
  )
}
