import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { LevelValuesPage } from '~/platform/approvals/dated/level-values-page'
import { saveValues, valuesAnswer } from '~/platform/approvals/routes/level-values'
import { keepTable } from '~/ui/grid/keep-list'
import { SETTINGS_PAGE } from '../grid-sources'

export const meta = () => [{ title: 'NAV error settings · Fundesk' }]
export const shouldRevalidate = keepTable

export const loader = (args: LoaderFunctionArgs) => valuesAnswer(args, SETTINGS_PAGE)

export const action = (args: ActionFunctionArgs) => saveValues(args, SETTINGS_PAGE)

/** How the site judges NAV errors, and the changes that wait. */
export default function ErrorSettings() {
  return (
    <LevelValuesPage
      {...useLoaderData<typeof loader>()}
      empty="No pending changes. Settings that are added, changed or deleted appear here until another administrator approves them."
      refused={useActionData<typeof action>()}
    >
      A case keeps the settings in force on its day of discovery. The most specific applies: fund, regime,
      all. Without a value, the default counts. The threshold is that of rule N11:{' '}
      <Link to="/admin/tolerances">Rule tolerances</Link>. Check all of them with your regulator.
    </LevelValuesPage>
  )
}
