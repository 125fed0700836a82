import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { isAllowed } from '~/areas/access/actor'
import { parseFields, RELOAD } from '~/http/form'
import { type Guarded, guard } from '~/http/guard'
import { formAnswer, pageRead } from '~/http/page-answer'
import { showNavDate } from '~/platform/values/show'
import { Dialog } from '~/ui/dialog/dialog'
import { chosenDate } from '../grid-sources'
import { justify, resultsOf, TITLE } from '../justify.server'
import { JustifiedView, JustifyView } from '../justify-view'
import type { Subject } from '../prices'

/** The justification of a price or a rate for all funds, from the list of results that the page showed. */
const JustifyFields = z.object({
  comment: z.string().max(4000, 'At most 4,000 characters.').default(''),
  /** "101,102" */
  results: z
    .string(RELOAD)
    .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,4999}$/, RELOAD)
    .transform((text) => text.split(',').map(Number)),
})

/** Below /prices an ISIN and rule I15, below /prices/rates a currency and rule N13. */
async function subjectOf({ request, params }: LoaderFunctionArgs, guarded: Guarded): Promise<Subject> {
  const rule = new URL(request.url).pathname.startsWith('/prices/rates/') ? 'N13' : 'I15'
  const { date } = await chosenDate(request, guarded)
  return { rule, navDate: date, code: params.code ?? '' }
}

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'prices')
  const { actor, services } = guarded
  const subject = await subjectOf(args, guarded)
  return pageRead(async () => ({
    subject,
    results: await resultsOf(guarded, subject),
    mayUpdate: isAllowed(actor, 'prices', 'update'),
    idempotencyKey: services.ids.uuid(),
  }))
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'prices', 'update')
  const subject = await subjectOf(args, guarded)
  return formAnswer(
    args,
    async (typed) => {
      const { results, comment } = parseFields(typed, JustifyFields, TITLE)
      const input = { ...subject, comment, only: results }
      return { answers: await justify(guarded, input) }
    },
    TITLE,
  )
}

/** Popup: one justification of a price or a rate for all funds that have it. */
export default function Justify() {
  const { subject, ...shown } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { rule, code, navDate } = subject
  const what = rule === 'I15' ? `price of ${code}` : `rate of ${code}`
  return (
    <Dialog
      title={`Justify the ${what} on ${showNavDate(navDate)}`}
      size="800x500"
      closeHref={rule === 'I15' ? '/prices' : '/prices/rates'}
    >
      {answer && 'answers' in answer ? (
        <JustifiedView subject={subject} answers={answer.answers} />
      ) : (
        <JustifyView {...shown} subject={subject} refused={answer} />
      )}
    </Dialog>
  )
}
