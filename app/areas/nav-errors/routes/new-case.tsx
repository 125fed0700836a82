import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { idInPath } from '~/http/address'
import { type Guarded, guard } from '~/http/guard'
import { formRoute, pageRead } from '~/http/page-answer'
import { FormDialog } from '~/ui/dialog/form-dialog'
import { DateInput } from '~/ui/enhanced/controls'
import { FormGroup } from '~/ui/form/form'
import { SelectInput, TextArea, TextInput } from '~/ui/form/inputs'
import { CAUSE_ROWS, chosenCauses, OpenCaseFields } from '../forms'
import { type InitialFields, initialFields } from '../initial-fields.server'
import { CAUSES, ERROR_KINDS, PARTIES } from '../nav-error'
import { fundsToChoose, openCase } from '../open-case.server'

const TITLE = 'The NAV error was not opened'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'errors', 'add')
  const { read, services, today } = guarded
  return pageRead(async () => ({
    funds: await fundsToChoose(read),
    given: await givenBy(guarded, new URL(args.request.url).searchParams),
    today,
    idempotencyKey: services.ids.uuid(),
  }))
}

const NOTHING: InitialFields = { fundCode: '', firstDate: '', discoveredBy: '', description: '' }

/** What the NAV, or the finding of a replay, that the address names says already. */
function givenBy(guarded: Guarded, params: URLSearchParams): Promise<InitialFields> | InitialFields {
  const nav = params.get('nav')
  if (nav === null) return NOTHING
  const [replay, rule] = [params.get('replay'), params.get('rule')]
  return initialFields(guarded, {
    navId: idInPath(nav),
    replay: replay === null || rule === null ? null : { runId: idInPath(replay), rule },
  })
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
        <TextInput
          name="discoveredBy"
          label="Discovered by"
          required
          maxLength={200}
          defaultValue={given.discoveredBy}
        />
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
      <TextArea
        name="description"
        label="Description"
        required
        maxLength={4000}
        defaultValue={given.description}
      />
    </FormDialog>
  )
}
