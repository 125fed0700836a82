import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { formRoute, pageRead } from '~/http/page-answer'
import { FormDialog } from '~/ui/dialog/form-dialog'
import { DateInput, DecimalInput } from '~/ui/enhanced/controls'
import { FormGroup } from '~/ui/form/form'
import { Checkbox, SelectInput, TextArea, TextInput } from '~/ui/form/inputs'
import { LineFields, typedLine } from '../forms'
import { BENEFICIARIES, LINE_KINDS } from '../lines'
import { addLine } from '../lines.server'
import { classesOfFund } from '../published.server'
import { caseById } from '../read-case.server'
import { changingCase } from './case-page'

export async function loader(args: LoaderFunctionArgs) {
  const { read, caseId, services } = await changingCase(args)
  return pageRead(async () => {
    const { fundId, fundCurrency } = await caseById(read, caseId)
    const classes = await classesOfFund(read, fundId)
    return {
      caseId,
      fundCurrency,
      classes: classes.map(({ code, currency }) => ({ value: code, label: `${code}, ${currency}` })),
      idempotencyKey: services.ids.uuid(),
    }
  })
}

export const action = formRoute({
  title: 'The line was not added',
  page: changingCase,
  fields: LineFields,
  command: (context, { caseId }, fields) => addLine(context, caseId, typedLine(fields)),
  done: (_, { caseId }) => [`/nav-errors/${caseId}`, `NAV error ${caseId}: line added`],
})

const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

const SIDES = [
  { value: 'S', label: 'issued' },
  { value: 'R', label: 'redeemed' },
]

/** Popup "Add line": what is owed besides the deals. */
export default function NewLine() {
  const { caseId, classes, fundCurrency, idempotencyKey } = useLoaderData<typeof loader>()
  return (
    <FormDialog
      title="Add line"
      size="800x500"
      closeHref={`/nav-errors/${caseId}`}
      prefix="line"
      idempotencyKey={idempotencyKey}
      refused={useActionData<typeof action>()}
      submit="Add line"
      busyText="Adding…"
      cancel="Cancel"
    >
      <FormGroup title="What is owed">
        <SelectInput name="kind" label="Kind" required options={options(LINE_KINDS)} />
        <SelectInput name="classCode" label="Class" blank="The fund as a whole" options={classes} />
        <TextInput
          name="currency"
          label="Currency"
          maxLength={3}
          hint={`Blank: that of the class, or ${fundCurrency}.`}
        />
        <DecimalInput name="amount" label="Amount" hint="Blank where it is worked out below." />
        <SelectInput
          name="beneficiary"
          label="Owed to"
          required
          defaultValue="fund"
          options={options(BENEFICIARIES)}
        />
        <TextInput name="name" label="Holder reference, or who else is paid" maxLength={200} />
        <TextInput
          name="payer"
          label="Payer"
          maxLength={200}
          hint="Blank: the payers of the case. For FEES: who received them."
        />
        <TextInput name="rule" label="Rule by which it is owed" required maxLength={4000} />
        <TextInput name="documentId" label="Number of its document" hint="Of the case’s documents." />
        <Checkbox name="isPassive" label="Passive breach: recorded only" />
      </FormGroup>
      <FormGroup title="BREACH or ALLOCATION by the reference class">
        <DecimalInput name="economicPaid" label="Paid" />
        <DecimalInput name="economicReceived" label="Received" />
        <DecimalInput name="economicCosts" label="Costs" />
        <DecimalInput name="navIn" label="NAV per share on the day in" />
        <DecimalInput name="navOut" label="NAV per share on the day out" />
      </FormGroup>
      <FormGroup title="CUT-OFF or SWING: the deal">
        <DateInput name="dealDate" label="NAV date" />
        <TextInput name="dealHolder" label="Holder reference" maxLength={200} />
        <SelectInput name="dealSide" label="Shares were" options={SIDES} />
        <DecimalInput name="dealShares" label="Shares" />
        <DecimalInput name="applied" label="NAV applied" />
        <DecimalInput name="due" label="NAV due" />
      </FormGroup>
      <FormGroup title="DISTRIBUTION per share">
        <DecimalInput name="recordShares" label="Shares of the record day" />
        <DecimalInput name="distributionPaid" label="Paid per share" />
        <DecimalInput name="distributionDue" label="Due per share" />
      </FormGroup>
      <TextArea name="comment" label="Comment" maxLength={4000} />
    </FormDialog>
  )
}
