import { Link } from '@remix-run/react'
import { useTimeZone } from '~/platform/page/use-site'
import { showInstant } from '~/platform/values/show'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form } from '~/ui/form/form'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/grid-view'
import { shownCount } from '~/ui/grid/query'
import { Page, PageSection } from '~/ui/page/page'
import { SUGGESTION_COLUMNS, SUGGESTION_GRID, type SuggestionRow } from './list'

interface SuggestionsViewProps {
  /** The run of the newest list. */
  run: { id: number; finishedAt: Date | string | null; month: string } | null
  grid: Listed<SuggestionRow>
  /** Null where this month's list exists, or the user may only read. */
  startKey: string | null
  refused: Refused | undefined
}

/** Tolerances worth reviewing, by the newest list; people decide. */
export function SuggestionsView({ run, grid, startKey, refused }: SuggestionsViewProps) {
  const timeZone = useTimeZone()
  const form = refused ? { refusal: refused.refusal, typed: refused.typed } : {}
  return (
    <Page
      title="Suggestions"
      aside={<span className="muted">{shownCount(grid.total)}</span>}
      actions={
        <Link className="button" to="/replay">
          Replay
        </Link>
      }
    >
      <PageSection>
        <p className="muted">
          Once a month each tolerance is replayed at half and at double its values over a year of controls.
          Listed are those that would halve the alerts and still find what is found at the error thresholds,
          and those that would find more at the cost of at most one alert a month. People decide.
        </p>
        {run && (
          <p>
            {run.month.slice(5)}/{run.month.slice(0, 4)}, computed{' '}
            {run.finishedAt && showInstant(run.finishedAt, timeZone)}.
          </p>
        )}
        {startKey !== null && (
          <Form idempotencyKey={startKey} {...form}>
            <SubmitButton name="intent" value="suggestions" look="primary">
              Compute now
            </SubmitButton>
          </Form>
        )}
      </PageSection>
      <Grid
        title="Suggestions"
        columns={SUGGESTION_COLUMNS}
        {...grid}
        options={SUGGESTION_GRID}
        exportTo="/replay/suggestions/export/suggestions"
        rowKey={({ tolerance, factor }) => `${tolerance}-${factor}`}
        rowLabel={({ what }) => what}
        empty={run ? 'No tolerance is worth a change this month.' : 'No list yet. One is computed at night.'}
      />
    </Page>
  )
}
