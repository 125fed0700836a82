import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { LevelValuesPage } from '~/platform/approvals/dated/level-values-page'
import { saveValues, valuesAnswer } from '~/platform/approvals/routes/level-values'
import { keepTable } from '~/ui/grid/keep-list'
import { TOLERANCES_PAGE } from '../grid-sources'

export const meta = () => [{ title: 'Rule tolerances · Fundesk' }]
export const shouldRevalidate = keepTable

export const loader = (args: LoaderFunctionArgs) => valuesAnswer(args, TOLERANCES_PAGE)

export const action = (args: ActionFunctionArgs) => saveValues(args, TOLERANCES_PAGE)

/** The site's values for the numbers of the rules, and the changes that wait. */
export default function Tolerances() {
  return (
    <LevelValuesPage
      {...useLoaderData<typeof loader>()}
      empty="No pending changes. Tolerances that are added, changed or deleted appear here until another administrator approves them; until then, controls use the current values."
      refused={useActionData<typeof action>()}
    >
      The most specific value that is valid on the NAV date applies: fund, type, provider, all. Each rule of a
      control shows the value that it used.
    </LevelValuesPage>
  )
}
