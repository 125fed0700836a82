import type { ReactNode } from 'react'
import { FormDialog } from '~/ui/dialog/form-dialog'
import type { Refused } from '~/ui/form/error-summary'
import { TextArea } from '~/ui/form/inputs'

interface WithdrawDialogProps {
  caseId: number
  /** What is withdrawn: "deals.xlsx". */
  name: string
  idempotencyKey: string
  refused: Refused | undefined
  /** What becomes of it. */
  children: ReactNode
}

/** Asks why something of a case is withdrawn. */
export function WithdrawDialog({ caseId, name, children, ...form }: WithdrawDialogProps) {
  return (
    <FormDialog
      title={`Withdraw ${name}?`}
      closeHref={`/nav-errors/${caseId}`}
      prefix="withdraw"
      {...form}
      submit="Withdraw"
      busyText="Withdrawing…"
      cancel="Keep it"
    >
      <p>{children}</p>
      <TextArea name="comment" label="Reason" required maxLength={4000} />
    </FormDialog>
  )
}
