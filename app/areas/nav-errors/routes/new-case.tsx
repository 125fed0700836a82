import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { guard } from '~/http/guard'
import { formRoute } from '~/http/page-answer'
import { isDay } from '~/platform/values/day'
import { FormDialog } from '~/ui/dialog/form-dialog'
import { DateInput } from '~/ui/enhanced/controls'
import { FormGroup } from '~/ui/form/form'
import { SelectInput, TextArea, TextInput } from '~/ui/form/inputs'
import { CAUSE_ROWS, chosenCauses, OpenCaseFields } from '../forms'
import { CAUSES, ERROR_KINDS, PARTIES } from '../nav-error'
import { fundsToChoose, openCase } from '../open-case.server'

const TITLE = 'The NAV error was not opened'

export async function loader(args: LoaderFunctionArgs) {
  const { read, services, today } = await guard(args, 'errors', 'add')
  const params = new URL(args.request.url).searchParams
  const day = params.get('date') ?? ''
  return {
    funds: await fundsToChoose(read),
    // What the page of a NAV knows already.
    given: { fundCode: params.get('fund') ?? '', firstDate: isDay(day) ? day : '' },
    today,
    idempotencyKey: services.ids.uuid(),
  }
}

export const action = formRoute({
  title: TITLE,
  page: (args) => guard(args, 'errors', 'add'),
  fields: OpenCaseFields,
  command: (context, _page, { lastDate, ...fields }, typed) =>
    openCase(context, {
      fundCode: fields.fundCode,
      kind: fields.kind,
      causes: chosenCauses(typed),
      discoveredOn: fields.discoveredOn,
      discoveredBy: fields.discoveredBy,
      description: fields.description,
      firstDate: fields.firstDate,
      lastDate,
    }),
  done: ({ id }) => [`/nav-errors/${id}`, `NAV error ${id} opened`],
})

const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

/** Popup "Open NAV error". */
export default function NewCase() {
  const { funds, given, today, idempotencyKey } = useLoaderData<typeof loader>()
  return (
    <FormDialog
      title="Open NAV error"
      size="700"
      closeHref="/nav-errors"
      prefix="new-error"
      idempotencyKey={idempotencyKey}
      refused={useActionData<typeof action>()}
      submit="Open NAV error"
      busyText="Opening…"
      cancel="Cancel"
    >
      <FormGroup title="What was wrong">
        <SelectInput
          name="fundCode"
          label="Fund"
          required
          defaultValue={given.fundCode}
          options={funds.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))}
        />
        <SelectInput name="kind" label="Kind" required defaultValue="NAV" options={options(ERROR_KINDS)} />
        <DateInput name="firstDate" label="First wrong NAV date" required defaultValue={given.firstDate} />
        <DateInput name="lastDate" label="Last wrong NAV date" hint="Blank while the error goes on." />
      </FormGroup>
      <FormGroup title="Discovery">
        <DateInput name="discoveredOn" label="Discovered on" required defaultValue={today} max={today} />
        <TextInput name="discoveredBy" label="Discovered by" required maxLength={200} />
      </FormGroup>
      <FormGroup title="Causes">
        {Array.from({ length: CAUSE_ROWS }, (_, at) => at + 1).map((number) => [
          <SelectInput
            key={`cause${number}`}
            name={`cause${number}`}
            label={number === 1 ? 'Cause' : `Cause ${number}`}
            required={number === 1}
            options={options(CAUSES)}
          />,
          <SelectInput
            key={`causedBy${number}`}
            name={`causedBy${number}`}
            label={number === 1 ? 'Caused by' : `Caused by ${number}`}
            required={number === 1}
            options={options(PARTIES)}
          />,
        ])}
      </FormGroup>
      <TextArea name="description" label="Description" required maxLength={4000} />
    </FormDialog>
  )
}
