import { useTimeZone } from '~/platform/page/use-site'
import { daysOfMonth } from '~/platform/values/day'
import { showDay, showIban, showInstant, showMoney } from '~/platform/values/show'
import { BeforeStep, Headline, NextStep } from '~/ui/decision/headline'
import { Description } from '~/ui/description/description'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form, FormActions } from '~/ui/form/form'
import { TextArea } from '~/ui/form/inputs'
import { Link } from '~/ui/open-close/close-link'
import { PageSection } from '~/ui/page/page'
import type { BankMonth } from './bank-month'

interface MonthSectionsProps {
  row: BankMonth
  hindrances: string[]
  /** Whether the user closes and reopens months. */
  isTreasurer: boolean
  /** Whether the user closed this one: another treasurer reopens it. */
  isCloser: boolean
  idempotencyKey: string
  refused?: Refused
}

/** The sections of a month of an account: its balances, what it waits for, and how it is closed or reopened. */
export function MonthSections(props: MonthSectionsProps) {
  const { row, hindrances } = props
  const timeZone = useTimeZone()
  const money = (amount: string | null) => (amount === null ? '–' : showMoney(amount, row.currency))
  return (
    <>
      <BeforeStep>
        <Headline
          name={row.entity}
          facts={[
            { term: 'Opening', value: money(row.opening) },
            { term: 'Booked', value: money(row.total) },
            { term: 'Closing', value: money(row.closing) },
          ]}
        />
        <PageSection>
          <Description
            items={[
              { term: 'Account', value: showIban(row.account) },
              { term: 'Entries', value: String(row.entries) },
              { term: 'Explained', value: money(row.explained) },
              { term: 'Unexplained', value: money(row.unexplained) },
              ...(row.closed_at === null
                ? []
                : [
                    {
                      term: 'Closed by',
                      value: `${row.closed_by ?? ''}, ${showInstant(row.closed_at, timeZone)}`,
                    },
                  ]),
              ...(row.reopened_at === null
                ? []
                : [
                    {
                      term: 'Reopened by',
                      value: `${row.reopened_by ?? ''}, ${showInstant(row.reopened_at, timeZone)}`,
                    },
                    { term: 'Why', value: row.comment },
                  ]),
            ]}
          />
        </PageSection>
        {hindrances.length > 0 && (
          <PageSection title="Before it can be closed">
            <ul>
              {hindrances.map((hindrance) => (
                <li key={hindrance}>{hindrance}</li>
              ))}
            </ul>
          </PageSection>
        )}
        <PageSection title="Where it comes from">
          <FormActions>
            <Link className="button" to={`/bank-inbox?${ofMonth(row, 'booking_date')}`}>
              Entries of the Bank inbox
            </Link>
            <Link className="button" to={`/bank-inbox/accounts?${ofMonth(row, 'day')}`}>
              Statements
            </Link>
            {row.state === 'Closed' && (
              <a
                className="button"
                href={`/bank-inbox/months/${encodeURIComponent(row.id)}/journal.xlsx`}
                download
              >
                Download the bank journal
              </a>
            )}
          </FormActions>
        </PageSection>
      </BeforeStep>
      <MonthActions {...props} />
    </>
  )
}

/** The filters of a list that has days and accounts. */
function ofMonth({ account, month_end }: BankMonth, day: string) {
  const { first, last } = daysOfMonth(month_end.slice(0, 7))
  return new URLSearchParams({
    'in.account': account,
    [`filter.${day}`]: `${showDay(first)}..${showDay(last)}`,
  })
}

function MonthActions({
  row,
  hindrances,
  isTreasurer,
  isCloser,
  idempotencyKey,
  refused,
}: MonthSectionsProps) {
  const form = { idempotencyKey, refusal: refused?.refusal, typed: refused?.typed }
  if (!isTreasurer)
    return (
      <NextStep title="Actions">
        <p className="muted">You have no action here. Treasurers close months.</p>
      </NextStep>
    )
  if (row.state === 'Closed')
    return (
      <NextStep title="Actions">
        {isCloser ? (
          <p className="muted">You closed this month. Another treasurer can reopen it.</p>
        ) : (
          <Form prefix="reopen" {...form}>
            <input type="hidden" name="intent" value="reopen" />
            <TextArea
              name="comment"
              label="Comment"
              required
              maxLength={4000}
              hint="Why it is opened again."
            />
            <FormActions>
              <SubmitButton look="danger" busyText="Reopening…">
                Reopen month
              </SubmitButton>
            </FormActions>
          </Form>
        )}
      </NextStep>
    )
  return (
    <NextStep title="Actions">
      {hindrances.length > 0 ? (
        <p className="muted">It cannot be closed yet.</p>
      ) : (
        <Form prefix="close" {...form}>
          <input type="hidden" name="intent" value="close" />
          <input type="hidden" name="closingSeen" value={row.closing ?? ''} />
          <p>Entries of a closed month are not changed any more.</p>
          <FormActions>
            <SubmitButton busyText="Closing…">Close month</SubmitButton>
          </FormActions>
        </Form>
      )}
    </NextStep>
  )
}
