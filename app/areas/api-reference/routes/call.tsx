import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { guardUser } from '~/http/guard'
import { Drawer } from '~/ui/drawer/drawer'
import { useNeighbours } from '~/ui/drawer/use-neighbours'
import { openApiFor } from '../api'
import { callDoc } from '../api-doc'
import { CallView } from '../call-view'

export async function loader(args: LoaderFunctionArgs) {
  const { services } = await guardUser(args)
  const origin = services.settings.siteUrl ?? new URL(args.request.url).origin
  const call = callDoc(openApiFor(args.context), args.params.call ?? '', origin)
  if (!call) throw data({ message: 'There is no such call. Choose one from the list.' }, { status: 404 })
  return { call }
}

export const meta = ({ data: loaded }: { data?: Awaited<ReturnType<typeof loader>> }) => [
  { title: loaded ? `${loaded.call.method} ${loaded.call.address} · Fundesk` : 'Fundesk' },
]

/** One call beside the list. */
export default function Call() {
  const { call } = useLoaderData<typeof loader>()
  return (
    <Drawer
      closeHref="/api/docs"
      {...useNeighbours('areas/api-reference/routes/list', '/api/docs', call.id)}
      title={`${call.method} ${call.address}`}
      wide
    >
      <CallView call={call} />
    </Drawer>
  )
}
