import { amountColumn, countColumn, textColumn } from '~/platform/page/shown-columns'
import { DateInput } from '~/ui/enhanced/controls'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import type { PayeeTotal, RunStepQuestion } from './run-step-question.server'

const PAYEE_COLUMNS: GridColumn<PayeeTotal>[] = [
  textColumn('name', 'Paid to', ({ name }: PayeeTotal) => name, 230),
  countColumn('payments', 'Payments', ({ payments }: PayeeTotal) => payments),
  amountColumn('total', 'Amount', ({ total }: PayeeTotal) => total, 130),
  textColumn('currency', 'Ccy', ({ currency }: PayeeTotal) => currency, 60),
]

/** The payees of a run, and what the form of its step sends. */
export function RunQuestionFields({
  payees,
  paymentsHash,
  otherDay,
}: Pick<RunStepQuestion, 'payees' | 'paymentsHash' | 'otherDay'>) {
  return (
    <>
      <input type="hidden" name="paymentsSeen" value={paymentsHash} />
      <Grid
        title="Payees"
        columns={PAYEE_COLUMNS}
        rows={payees}
        total={payees.length}
        rowKey={({ name, currency }) => `${currency} ${name}`}
      />
      {otherDay && (
        <DateInput
          name="executionDate"
          label="Pay on"
          hint={`${otherDay.why} The files are made with this day.`}
          value={otherDay.day}
          required
        />
      )}
    </>
  )
}
