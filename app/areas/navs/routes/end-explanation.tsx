import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { idInPath } from '~/http/address'
import { parseFields } from '~/http/form'
import { guard } from '~/http/guard'
import { formAnswer, pageRead, redirectWithStatus } from '~/http/page-answer'
import { showExact } from '~/platform/values/show'
import { FormDialog } from '~/ui/dialog/form-dialog'
import { DateInput } from '~/ui/enhanced/controls'
import { TextArea } from '~/ui/form/inputs'
import { endExplanation, explanationToEnd } from '../explained/explain-difference.server'
import { subjectOf, unitOf } from '../explained/explained'
import { EndFields } from '../forms'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'navctrl', 'add')
  const id = idInPath(args.params.explanationId)
  return pageRead(async () => {
    const { row, from, off } = await explanationToEnd(guarded, id)
    return {
      name: `${row.fund_code}, ${row.rule} ${subjectOf(row)}`,
      amount: `${showExact(row.amount)} ${unitOf(row)}, ${row.reason}`,
      from,
      off,
      idempotencyKey: guarded.services.ids.uuid(),
    }
  })
}

const TITLE = 'The explanation was not ended'

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'navctrl', 'add')
  const id = idInPath(args.params.explanationId)
  return formAnswer(
    args,
    async (typed) => {
      const given = parseFields(typed, EndFields, TITLE)
      await endExplanation(guarded, guarded.services, { id, ...given })
      return redirectWithStatus(guarded, '/open-breaks', 'Explanation ended')
    },
    TITLE,
  )
}

/** Popup that asks from which NAV date an explanation counts no longer. */
export default function EndExplanation() {
  const { name, amount, from, off, idempotencyKey } = useLoaderData<typeof loader>()
  return (
    <FormDialog
      title={`End the explanation of ${name}?`}
      closeHref="/open-breaks"
      prefix="end"
      idempotencyKey={idempotencyKey}
      refused={useActionData<typeof action>()}
      submit="End"
      busyText="Judging again…"
      cancel="Keep it"
      off={off}
    >
      <p>{amount}. It counts no longer from this NAV date on, and stays in the evidence.</p>
      <DateInput name="from" label="From NAV date" required defaultValue={from} />
      <TextArea name="comment" label="Comment" maxLength={4000} />
    </FormDialog>
  )
}
