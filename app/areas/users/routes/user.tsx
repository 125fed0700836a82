import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useActionData, useLoaderData } from '@remix-run/react'
import { idInPath } from '~/http/address'
import { guard } from '~/http/guard'
import { handleIntents, pageRead } from '~/http/page-answer'
import { EventGrid } from '~/platform/page/event-grid'
import { UnprovenBanner } from '~/platform/page/unproven-banner'
import { Drawer } from '~/ui/drawer/drawer'
import { useDone, useNeighbours } from '~/ui/drawer/use-neighbours'
import { shouldReloadBelowPopup } from '~/ui/open-close/close-link'
import { PageSection } from '~/ui/page/page'
import { UserStateBadge } from '../list'
import { UserDetail } from '../user-detail'
import { readUserPage, USER_FORMS } from './user-page'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration')
  return pageRead(() => readUserPage(guarded, args.request, idInPath(args.params.userId)))
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'administration', 'update')
  const userId = idInPath(args.params.userId)
  return handleIntents(args, USER_FORMS, { guarded, request: args.request, userId })
}

export const meta = ({ data }: { data?: Awaited<ReturnType<typeof loader>> }) => [
  { title: data ? `User ${data.view.user.user_name} · Fundesk` : 'Fundesk' },
]

export const shouldRevalidate = shouldReloadBelowPopup

/** One user next to the list. */
export default function User() {
  const { events, unproven, ...page } = useLoaderData<typeof loader>()
  const { user } = page.view
  const path = `/admin/users/${user.id}`
  return (
    <>
      <Drawer
        {...useDone('/admin/users')}
        {...useNeighbours('areas/users/routes/list', '/admin/users', user.id)}
        badge={<UserStateBadge state={user.state} />}
        title={`User ${user.user_name}`}
      >
        <UnprovenBanner tables={unproven} />
        <UserDetail key={user.id} {...page} refused={useActionData<typeof action>()} />
        <PageSection title="History of this user">
          <EventGrid
            title={`Events of ${user.user_name}`}
            events={events}
            round={1}
            path={path}
            exportTo={`${path}/export/user_events`}
          />
        </PageSection>
      </Drawer>
      <Outlet />
    </>
  )
}
