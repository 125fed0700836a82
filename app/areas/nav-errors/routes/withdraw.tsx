import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { Read } from 'db/database'
import type { UserWriteContext } from '~/areas/access/user-context'
import { idInPath } from '~/http/address'
import type { RouteArgs } from '~/http/guard'
import { formRoute, pageRead } from '~/http/page-answer'
import { FormDialog } from '~/ui/dialog/form-dialog'
import { TextArea } from '~/ui/form/inputs'
import { withdrawCorrection } from '../add-correction.server'
import { paymentName, withdrawPayment } from '../case-payments.server'
import { correctionName } from '../corrected-navs.server'
import { dealFileName, withdrawDeals } from '../deal-files.server'
import { CommentFields } from '../forms'
import { lineName, withdrawLine } from '../lines.server'
import { changingCase } from './case-page'

/** Something of a case that may be withdrawn. */
interface Withdrawable {
  /** Its parameter in the address. */
  param: string
  /** What is withdrawn: "deals.xlsx". */
  nameOf(read: Read, caseId: number, id: number): Promise<string>
  withdraw(context: UserWriteContext, caseId: number, id: number, comment: string): Promise<void>
  /** "line withdrawn" */
  done: string
  /** What becomes of it. */
  text: string
}

const WITHDRAWABLE: readonly Withdrawable[] = [
  {
    param: 'controlId',
    nameOf: correctionName,
    withdraw: (context, caseId, controlId, comment) =>
      withdrawCorrection(context, caseId, { controlId, comment }),
    done: 'corrected files withdrawn',
    text: 'They count no longer. They stay in the evidence of the case.',
  },
  {
    param: 'fileId',
    nameOf: dealFileName,
    withdraw: (context, caseId, fileId, comment) => withdrawDeals(context, caseId, { fileId, comment }),
    done: 'deals withdrawn',
    text: 'Its deals count no longer. They stay in the evidence of the case.',
  },
  {
    param: 'lineId',
    nameOf: lineName,
    withdraw: (context, caseId, lineId, comment) => withdrawLine(context, caseId, { lineId, comment }),
    done: 'line withdrawn',
    text: 'It counts no longer. It stays in the evidence of the case.',
  },
  {
    param: 'paymentId',
    nameOf: paymentName,
    withdraw: (context, caseId, paymentId, comment) =>
      withdrawPayment(context, caseId, { paymentId, comment }),
    done: 'payment withdrawn',
    text: 'It counts no longer. It stays in the evidence of the case.',
  },
]

async function withdrawn(args: RouteArgs) {
  const guarded = await changingCase(args)
  const of = WITHDRAWABLE.find(({ param }) => args.params[param] !== undefined)
  if (!of) throw new Error('Nothing can be withdrawn at this address')
  return { ...guarded, of, id: idInPath(args.params[of.param]) }
}

export async function loader(args: LoaderFunctionArgs) {
  const { read, caseId, of, id, services } = await withdrawn(args)
  return pageRead(async () => ({
    caseId,
    name: await of.nameOf(read, caseId, id),
    text: of.text,
    idempotencyKey: services.ids.uuid(),
  }))
}

export const action = formRoute({
  title: 'Nothing was withdrawn',
  page: withdrawn,
  fields: CommentFields,
  command: (context, { of, caseId, id }, { comment }) => of.withdraw(context, caseId, id, comment),
  done: (_, { of, caseId }) => [`/nav-errors/${caseId}`, `NAV error ${caseId}: ${of.done}`],
})

/** Popup that asks why something of a case is withdrawn. */
export default function Withdraw() {
  const { caseId, name, text, idempotencyKey } = useLoaderData<typeof loader>()
  return (
    <FormDialog
      title={`Withdraw ${name}?`}
      closeHref={`/nav-errors/${caseId}`}
      prefix="withdraw"
      idempotencyKey={idempotencyKey}
      refused={useActionData<typeof action>()}
      submit="Withdraw"
      busyText="Withdrawing…"
      cancel="Keep it"
    >
      <p>{text}</p>
      <TextArea name="comment" label="Reason" required maxLength={4000} />
    </FormDialog>
  )
}
