import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { guard } from '~/http/guard'
import { formRoute } from '~/http/page-answer'
import { nextBankDay } from '~/platform/values/bank-days'
import { Big } from '~/platform/values/decimal'
import { showDay, showMoney } from '~/platform/values/show'
import { Dialog } from '~/ui/dialog/dialog'
import { DateInput } from '~/ui/enhanced/controls'
import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import { Checkbox } from '~/ui/form/inputs'
import { Note } from '~/ui/message/message'
import { payingCalendars } from '../bank-days.server'
import { chosenSearch } from '../choose-form'
import { lessCredits } from '../credits'
import { creditsFor, type RestOfCredit, restsOfCredits } from '../credits.server'
import { MakeRunFields, runChoices } from '../forms'
import { payableOfRequest } from '../grid-sources'
import { Held } from '../list'
import { CREATE_FAILED, makeRun } from '../make-run.server'
import { sharesOfCandidates } from '../payable.server'
import { discountOn } from '../payment'
import { shortPoint, takenInWords } from '../points-to-check'
import { accountTotals } from '../read-run.server'
import { RunQuestions } from '../run-questions'
import { runQuestions } from '../run-questions.server'
import { Accounts } from '../run-sections'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'payments', 'add')
  const { read, services } = guarded
  const marked = new URL(args.request.url).searchParams.get('invoices')?.split(',')
  const payable = await payableOfRequest(guarded, args.request)
  const chosen = marked ? payable.filter(({ id }) => marked.includes(String(id))) : payable
  const free = chosen.filter(({ held }) => held === null)
  const open = await creditsFor(
    read,
    free.map(({ id }) => id),
  )
  const credits = sharesOfCandidates(free, open)
  const payments = free.flatMap(
    ({ id, debtors: [debtor], settling_entity: name, currency, payable_amount }) =>
      debtor
        ? [
            {
              debtor: { name, iban: debtor.iban, bic: debtor.bic },
              currency,
              amount: lessCredits(payable_amount, credits.get(id) ?? []),
            },
          ]
        : [],
  )
  const firstDay = nextBankDay(guarded.today, await payingCalendars(guarded, free))
  return {
    invoices: free.map(({ id }) => id).join(','),
    count: free.length,
    held: chosen
      .filter(({ held, credit_left }) => held !== null && credit_left === null)
      .map(({ id, provider, held, held_entity }) => ({ id, provider, held, held_entity })),
    duplicates: free.flatMap(({ id, provider, duplicate }) =>
      duplicate === null ? [] : [{ id, provider, duplicate }],
    ),
    failed: free.flatMap(({ id, provider, attempt, attempt_reason }) =>
      attempt > 1 ? [{ id, provider, attempt, attempt_reason }] : [],
    ),
    discounts: free.flatMap((each) => {
      const taken = discountOn(each, firstDay)
      return taken ? [{ id: each.id, provider: each.provider, currency: each.currency, ...taken }] : []
    }),
    credits: free.flatMap(({ id, provider, currency }) =>
      (credits.get(id) ?? []).map((credit) => ({ id, provider, currency, credit })),
    ),
    rests: await restsOfCredits(read, open, [...credits.values()].flat()),
    gone: marked ? marked.length - chosen.length : 0,
    accounts: await accountTotals(read, payments, null),
    questions: runQuestions(free),
    today: guarded.today,
    firstDay,
    idempotencyKey: services.ids.uuid(),
  }
}

export const action = formRoute({
  title: CREATE_FAILED,
  page: (args) => guard(args, 'payments', 'add'),
  fields: MakeRunFields,
  command: (context, _, { invoices: invoiceIds, otherCurrency, ...run }, typed) =>
    makeRun(context, { invoiceIds, choices: { ...runChoices(typed), otherCurrency }, ...run }),
  done: ({ runId, payments }) => [
    `/payments/${runId}`,
    `Payment run ${runId} created with ${payments === 1 ? '1 payment' : `${payments} payments`}`,
  ],
})

/** "Credit CN-1: run 12 takes 500.00 EUR besides; 85.00 EUR stay for another run, as no payment goes below zero." */
function restInWords({ invoiceId, invoiceRef, currency, left, others }: RestOfCredit): string {
  const words = [
    ...(others ? [`${takenInWords(others, currency)} besides`] : []),
    ...(new Big(left).eq(0)
      ? []
      : [`${showMoney(left, currency)} stay for another run, as no payment goes below zero`]),
  ]
  return `Credit ${invoiceRef || invoiceId}: ${words.join('; ')}.`
}

/** Invoices that a note names one by one. */
const MAX_NAMED = 10

/** Popup that shows what a run would pay from where, and makes it. */
export default function MakeRun() {
  const { invoices, count, held, gone, accounts, duplicates, failed, discounts, credits, ...page } =
    useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const { search } = useLocation()
  const short = accounts.flatMap(shortPoint)
  return (
    <Dialog title="New payment run" size="800x500" closeHref={`/payments/new?${chosenSearch(search, {})}`}>
      {held.length > 0 && (
        <Note kind="warning">
          <p>
            {held.length === 1 ? 'One invoice is held' : `${held.length} invoices are held`} and left out:
          </p>
          {held.slice(0, MAX_NAMED).map(({ id, provider, ...why }) => (
            <p key={id}>
              Invoice {id} of {provider}: <Held {...why} />
            </p>
          ))}
          {held.length > MAX_NAMED && <p>And {held.length - MAX_NAMED} more: the list says why.</p>}
        </Note>
      )}
      {gone > 0 && (
        <Note kind="warning">
          {gone === 1
            ? 'One of the chosen invoices no longer waits for its payment.'
            : `${gone} of the chosen invoices no longer wait for their payment.`}
        </Note>
      )}
      {duplicates.length > 0 && (
        <Note kind="warning">
          <p>
            <strong>
              {duplicates.length === 1
                ? 'One invoice may be a duplicate'
                : `${duplicates.length} invoices may be duplicates`}
            </strong>
          </p>
          {duplicates.slice(0, MAX_NAMED).map(({ id, provider, duplicate }) => (
            <p key={id}>
              Invoice {id} of {provider}: {duplicate}
            </p>
          ))}
          {duplicates.length > MAX_NAMED && (
            <p>And {duplicates.length - MAX_NAMED} more: the list says which.</p>
          )}
        </Note>
      )}
      {failed.length > 0 && (
        <Note kind="warning">
          <p>
            <strong>
              {failed.length === 1
                ? 'One invoice is paid again after its payment failed'
                : `${failed.length} invoices are paid again after their payments failed`}
            </strong>
          </p>
          {failed.slice(0, MAX_NAMED).map(({ id, provider, attempt, attempt_reason: reason }) => (
            <p key={id}>
              Invoice {id} of {provider}, attempt {attempt}: {reason}
            </p>
          ))}
          {failed.length > MAX_NAMED && <p>And {failed.length - MAX_NAMED} more: the list says why.</p>}
        </Note>
      )}
      {count === 0 ? (
        <Note>None of these invoices can be paid now. Choose others in the list.</Note>
      ) : (
        <Form
          prefix="make"
          idempotencyKey={page.idempotencyKey}
          refusal={refused?.refusal}
          typed={refused?.typed}
        >
          <input type="hidden" name="invoices" value={invoices} />
          <Accounts title="What this run pays" accounts={accounts} />
          {short.length > 0 && (
            <Note kind="warning">
              {short.slice(0, MAX_NAMED).map(({ title, what }) => (
                <p key={what}>
                  {title}. {what}
                </p>
              ))}
              {short.length > MAX_NAMED && <p>And {short.length - MAX_NAMED} more accounts: see above.</p>}
            </Note>
          )}
          {credits.length > 0 && (
            <>
              <Checkbox name="takeCredits" label="Take off the credits of suppliers" defaultChecked />
              <Note>
                {credits.slice(0, MAX_NAMED).map(({ id, provider, currency, credit }) => (
                  <p key={`${id} ${credit.invoiceId}`}>
                    Invoice {id} of {provider}: {showMoney(credit.amount, currency)} less for credit{' '}
                    {credit.invoiceRef || credit.invoiceId}
                  </p>
                ))}
                {credits.length > MAX_NAMED && <p>And {credits.length - MAX_NAMED} more credits.</p>}
                {page.rests.slice(0, MAX_NAMED).map((rest) => (
                  <p key={rest.invoiceId}>{restInWords(rest)}</p>
                ))}
              </Note>
            </>
          )}
          <RunQuestions {...page.questions} />
          <DateInput
            name="executionDate"
            label="Pay on"
            hint="The day on which the banks are asked to pay: a bank day of all accounts that pay."
            value={page.firstDay}
            min={page.today}
            required
          />
          {discounts.length > 0 && (
            <>
              <Checkbox name="takeDiscounts" label="Take the discounts for early payment" />
              <Note>
                {discounts.slice(0, MAX_NAMED).map(({ id, provider, amount, currency, until }) => (
                  <p key={id}>
                    Invoice {id} of {provider}: {showMoney(amount, currency)} less if paid until{' '}
                    {showDay(until)}
                  </p>
                ))}
                {discounts.length > MAX_NAMED && (
                  <p>And {discounts.length - MAX_NAMED} more: the list shows them.</p>
                )}
                <p>One whose day has passed on the day of payment is paid in full.</p>
              </Note>
            </>
          )}
          <FormActions>
            <SubmitButton busyText="Creating…">
              {count === 1 ? 'Create the run with 1 payment' : `Create the run with ${count} payments`}
            </SubmitButton>
          </FormActions>
        </Form>
      )}
    </Dialog>
  )
}
