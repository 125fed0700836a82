import { resultKind, showResult } from '~/areas/navs/nav-labels'
import { ConfirmClosing } from '~/platform/page/use-unsaved'
import { counted, showNavDate } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form, FormActions } from '~/ui/form/form'
import { TextArea } from '~/ui/form/inputs'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { StatusLine } from '~/ui/message/message'
import type { JustifiableResult, Subject } from './prices'

const columnsOf = (words: (row: JustifiableResult) => string): GridColumn<JustifiableResult>[] => [
  {
    id: 'fund_code',
    header: 'Fund',
    size: 100,
    meta: { kind: 'text' },
    cell: ({ row }) => row.original.fund_code,
  },
  {
    id: 'result',
    header: 'Result',
    size: 150,
    meta: { kind: 'badge' },
    cell: ({ row }) => (
      <Badge kind={resultKind(row.original.result)} status={showResult(row.original.result)} />
    ),
  },
  {
    id: 'words',
    header: 'What changes',
    meta: { kind: 'text', wrap: true },
    cell: ({ row }) => words(row.original),
  },
  {
    id: 'comment',
    header: 'Comment',
    meta: { kind: 'text', wrap: true },
    cell: ({ row }) => row.original.comment,
  },
]

interface ResultListProps {
  title: string
  rows: JustifiableResult[]
  words: (row: JustifiableResult) => string
  rule: Subject['rule']
}

function ResultList({ title, rows, words, rule }: ResultListProps) {
  return (
    <Grid
      title={title}
      panel
      columns={columnsOf(words)}
      rows={rows}
      total={rows.length}
      rowKey={({ rule_result_id }) => String(rule_result_id)}
      rowHref={({ nav_id, control_id, rule_result_id }) =>
        `/nav-controls/${nav_id}/controls/${control_id}/rules/${rule_result_id}?page=1`
      }
      rowLabel={({ fund_code }) => `${rule} of ${fund_code}`}
    />
  )
}

interface JustifyProps {
  subject: Subject
  results: JustifiableResult[]
  mayUpdate: boolean
  idempotencyKey: string
  refused?: Refused
}

/** Which results a justification would change and which not and why; and the form that does it. */
export function JustifyView({ subject, results, mayUpdate, idempotencyKey, refused }: JustifyProps) {
  const { rule, navDate, code } = subject
  const open = results.filter(({ why_not }) => why_not === null)
  if (results.length === 0)
    return (
      <p>
        No current control of {showNavDate(navDate)} has a breach of {rule} for {code}: there is nothing to
        justify.
      </p>
    )
  return (
    <>
      <ResultList
        title={`Results of ${rule} that name ${code}`}
        rows={results}
        words={(row) => row.why_not ?? 'Becomes OK - justified.'}
        rule={rule}
      />
      {open.length === 0 && <p>None of these results can be justified here.</p>}
      {open.length > 0 && !mayUpdate && (
        <p className="muted">
          You may read prices and rates. Justifying needs the permission to update them.
        </p>
      )}
      {open.length > 0 && mayUpdate && (
        <ConfirmClosing>
          <Form keeps idempotencyKey={idempotencyKey} refusal={refused?.refusal} typed={refused?.typed}>
            <input type="hidden" name="results" value={open.map((each) => each.rule_result_id).join(',')} />
            <TextArea
              name="comment"
              label="Comment"
              hint="Why this is right in all these funds. Each result keeps it, with a separate event."
              required
              maxLength={4000}
            />
            <FormActions>
              <SubmitButton>Justify {counted(open.length, 'result')}</SubmitButton>
            </FormActions>
          </Form>
        </ConfirmClosing>
      )}
    </>
  )
}

/** What became of each result. */
export function JustifiedView({
  subject: { rule, code },
  answers,
}: {
  subject: Subject
  answers: (JustifiableResult & { justified: boolean })[]
}) {
  const done = answers.filter(({ justified }) => justified).length
  return (
    <>
      <StatusLine kind={done < answers.length ? 'warning' : 'success'}>
        {`${counted(done, 'result')} of ${rule} justified for ${code}`}
        {done < answers.length && `, ${counted(answers.length - done, 'result')} not`}
      </StatusLine>
      <ResultList
        title={`Answers for ${code}`}
        rows={answers}
        words={(row) => row.why_not ?? 'Justified.'}
        rule={rule}
      />
    </>
  )
}
