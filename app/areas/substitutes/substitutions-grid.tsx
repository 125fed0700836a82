import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form } from '~/ui/form/form'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/grid-view'
import { ErrorBanner } from '~/ui/message/message'
import { SUBSTITUTION_COLUMNS, SUBSTITUTION_GRID } from './list'
import type { SubstitutionRow } from './substitution'

interface SubstitutionsGridProps {
  title: string
  grid: Listed<SubstitutionRow & { idempotencyKey: string }>
  path: string
  exportTo?: string
  empty: string
  /** The reader may end those that are not over. */
  mayEnd: boolean
  refused?: Refused
}

/** The list of substitutions; those that are not over can be ended. */
export function SubstitutionsGrid({ mayEnd, refused, grid, ...shown }: SubstitutionsGridProps) {
  return (
    <>
      {refused && <ErrorBanner title={refused.refusal.title} text={refused.refusal.message} />}
      <Grid
        columns={SUBSTITUTION_COLUMNS}
        {...grid}
        {...shown}
        options={SUBSTITUTION_GRID}
        rowKey={({ id }) => String(id)}
        rowLabel={({ absent, substitute }) => `${substitute} for ${absent}`}
        actions={
          mayEnd
            ? {
                label: 'End',
                render: ({ id, state, idempotencyKey }) =>
                  state !== 'ENDED' && (
                    <Form prefix={`substitution-${id}`} idempotencyKey={idempotencyKey}>
                      <SubmitButton name="substitution" value={String(id)} look="plain" busyText="Ending…">
                        End
                      </SubmitButton>
                    </Form>
                  ),
              }
            : undefined
        }
      />
    </>
  )
}
