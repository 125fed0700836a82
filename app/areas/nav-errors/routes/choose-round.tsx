import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { formRoute, pageRead } from '~/http/page-answer'
import { showDay, showInstant } from '~/platform/values/show'
import { FormDialog } from '~/ui/dialog/form-dialog'
import { SelectInput, TextArea } from '~/ui/form/inputs'
import { chooseRound } from '../chosen-rounds.server'
import { RoundFields } from '../forms'
import { hasChoice, publishedDates } from '../published.server'
import { caseById } from '../read-case.server'
import { changingCase } from './case-page'

export async function loader(args: LoaderFunctionArgs) {
  const page = await changingCase(args)
  return pageRead(async () => {
    const { read, caseId, services, timeZone } = page
    const dates = await publishedDates(page, await caseById(read, caseId))
    return {
      caseId,
      choices: dates.filter(hasChoice).flatMap(({ date, round: counting, rounds, isChosen }) => [
        ...rounds.map(({ round, sentAt }) => ({
          value: JSON.stringify([date, round]),
          label: `${showDay(date)}: round ${round}, sent ${showInstant(sentAt, timeZone)}${round === counting ? ', counts now' : ''}`,
        })),
        ...(isChosen
          ? [
              {
                value: JSON.stringify([date, null]),
                label: `${showDay(date)}: the one sent last before the day of discovery`,
              },
            ]
          : []),
      ]),
      idempotencyKey: services.ids.uuid(),
    }
  })
}

export const action = formRoute({
  title: 'The round was not chosen',
  page: changingCase,
  fields: RoundFields,
  command: (context, { caseId }, { round: [date, round], comment }) =>
    chooseRound(context, caseId, { date, round, comment }),
  done: (_, { caseId }) => [`/nav-errors/${caseId}`, `NAV error ${caseId}: round chosen`],
})

/** Popup "Choose a round": which one counts as published where a NAV was sent several times. */
export default function ChooseRound() {
  const { caseId, choices, idempotencyKey } = useLoaderData<typeof loader>()
  return (
    <FormDialog
      title="Choose a round"
      size="700"
      closeHref={`/nav-errors/${caseId}`}
      prefix="round"
      idempotencyKey={idempotencyKey}
      refused={useActionData<typeof action>()}
      submit="Choose this round"
      busyText="Storing…"
      cancel="Cancel"
      off={
        choices.length === 0
          ? 'Every NAV of this case was sent in one round, before the day of discovery.'
          : null
      }
    >
      <p>The round that was sent last before the day of discovery counts, unless you choose another one.</p>
      <SelectInput name="round" label="Round" required options={choices} />
      <TextArea name="comment" label="Reason" required maxLength={4000} />
    </FormDialog>
  )
}
