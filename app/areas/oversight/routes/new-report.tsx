import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { parseFields } from '~/http/form'
import { guard } from '~/http/guard'
import { formAnswer, redirectWithStatus } from '~/http/page-answer'
import { monthsBefore } from '~/platform/values/day'
import { FormDialog } from '~/ui/dialog/form-dialog'
import { SelectInput } from '~/ui/form/inputs'
import { NewReportFields } from '../forms'
import { lastMonth } from '../oversight'
import { checkScope, scopeChoices } from '../reports.server'
import { startReport } from './start-report'

const TITLE = 'The report was not made'

/** So many months back may be chosen. */
const MONTHS = 36

export async function loader(args: LoaderFunctionArgs) {
  const { read, services, today } = await guard(args, 'oversight', 'add')
  const last = lastMonth(today)
  return {
    ...(await scopeChoices(read)),
    last,
    months: Array.from({ length: MONTHS }, (_, back) => monthsBefore(last, back - 1)),
    idempotencyKey: services.ids.uuid(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'oversight', 'add')
  return formAnswer(
    args,
    async (typed) => {
      const scope = parseFields(typed, NewReportFields, TITLE)
      await checkScope(guarded.read, scope)
      await startReport(guarded, scope)
      return redirectWithStatus(guarded, '/oversight', 'The report is being made')
    },
    TITLE,
  )
}

const monthOptions = (months: readonly string[]) =>
  months.map((value) => ({ value, label: `${value.slice(5)}/${value.slice(0, 4)}` }))

/** Popup "New report". */
export default function NewReport() {
  const { funds, providers, last, months, idempotencyKey } = useLoaderData<typeof loader>()
  return (
    <FormDialog
      title="New oversight report"
      closeHref="/oversight"
      prefix="new-report"
      idempotencyKey={idempotencyKey}
      refused={useActionData<typeof action>()}
      submit="Make the report"
      busyText="Making…"
      cancel="Cancel"
    >
      <SelectInput
        name="from"
        label="First month of NAV dates"
        required
        defaultValue={last}
        options={monthOptions(months)}
      />
      <SelectInput
        name="to"
        label="Last month of NAV dates"
        required
        defaultValue={last}
        options={monthOptions(months)}
        hint="The same for a month, two later for a quarter. The three periods of the same length before it are shown beside it."
      />
      <SelectInput
        name="provider"
        label="Administrator"
        options={providers.map((value) => ({ value, label: value }))}
        hint="Blank: all."
      />
      <SelectInput
        name="fund"
        label="Fund"
        options={funds.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))}
        hint="Blank: all."
      />
    </FormDialog>
  )
}
