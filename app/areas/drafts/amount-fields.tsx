import { useState } from 'react'
import { amountFault, typedAmount } from '~/platform/page/typed-amount'
import { showAmount } from '~/platform/values/show'
import { useFormState } from '~/ui/form/form'
import { DecimalInput } from '~/ui/form/inputs'
import { Note } from '~/ui/message/message'
import { DraftChoice, type Offered, useDraftField } from './draft-field'
import { netOf } from './draft-net'
import { netNotice } from './net-notice'

interface AmountFieldsProps {
  currencies: readonly Offered[]
  /** The draft is divided: its amounts are the sums of its cost lines. */
  hasLines: boolean
  /** As stored: gross less taxes. */
  netAmount: string | null
}

const FROM_LINES = 'Sum of the cost lines'

/** Currency, gross and taxes; net, and what is odd about it, follow while they are typed, and after saving without scripts. */
export function AmountFields({ currencies, hasLines, netAmount }: AmountFieldsProps) {
  const gross = useDraftField('grossAmount')
  const taxes = useDraftField('taxes')
  const { typed } = useFormState()
  const [now, setNow] = useState<Record<string, string>>({})
  const text = (field: typeof gross) => now[field.name] ?? typed[field.name] ?? field.defaultValue
  const amounts = [typedAmount(text(gross)), typedAmount(text(taxes))] as const
  const [grossAmount = null, taxAmount = null] = amounts
  const unread = amounts.includes(undefined)
  // Of what stands in the fields, whether it was just typed or comes back with a refusal.
  const net = hasLines ? netAmount : netOf(grossAmount, taxAmount)
  const notice = unread ? null : netNotice({ grossAmount, taxes: taxAmount })
  const amount = (field: typeof gross) => (
    <>
      <DecimalInput
        {...field}
        defaultValue={hasLines ? showAmount(field.defaultValue) : field.defaultValue}
        off={hasLines ? FROM_LINES : undefined}
        faultIn={amountFault(field.label)}
        onValue={(value) => setNow((before) => ({ ...before, [field.name]: value }))}
      />
      {hasLines && <input type="hidden" name={field.name} value={field.defaultValue} />}
    </>
  )
  return (
    <>
      <DraftChoice name="currency" offered={currencies} />
      {amount(gross)}
      {amount(taxes)}
      <div className="field">
        <span className="draft-form__net-label" id="net-label">
          Net
        </span>
        {gross.hint && <p className="field__hint">Gross less taxes</p>}
        <output className="draft-form__net" htmlFor="grossAmount taxes" aria-labelledby="net-label">
          {unread ? '' : showAmount(net)}
        </output>
      </div>
      <div className="draft-form__whole" role="status">
        {notice && <Note kind="warning">{notice}</Note>}
      </div>
    </>
  )
}
