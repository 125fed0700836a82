import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { PageSection } from '~/ui/page/page'
import type { FundBeforeControl } from './before-control.server'

const COLUMNS: GridColumn<FundBeforeControl>[] = [
  {
    id: 'code',
    header: 'Fund',
    size: 240,
    meta: { kind: 'text' },
    cell: ({ row }) => `${row.original.code} ${row.original.name}`,
  },
  {
    id: 'missing',
    header: 'Missing before the first control',
    meta: { kind: 'text', wrap: true },
    cell: ({ row }) => row.original.missing.join('; ') || 'nothing: it may begin',
  },
  {
    id: 'useful',
    header: 'Rules that do not apply without',
    meta: { kind: 'text', wrap: true },
    cell: ({ row }) => row.original.useful.join('; '),
  },
]

const SHOWN = 50

/** The funds that were never controlled, with what is still missing for each. */
export function BeforeControl({ funds }: { funds: readonly FundBeforeControl[] }) {
  const shown = funds.slice(0, SHOWN)
  return (
    <PageSection title="Before the first control">
      {funds.length > SHOWN && (
        <p className="muted">
          The first {SHOWN} of {funds.length} funds without a control.
        </p>
      )}
      <Grid
        title="Before the first control"
        columns={COLUMNS}
        rows={shown}
        total={shown.length}
        rowKey={({ code }) => code}
      />
    </PageSection>
  )
}
