import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { idInPath } from '~/http/address'
import { pageRead } from '~/http/page-answer'
import { Dialog } from '~/ui/dialog/dialog'
import { driverLines } from '../control/bridge.server'
import { DriverLines } from '../control/bridge-view'
import { useNavBase } from '../use-nav-base'
import { guardControl } from './guard-nav'

export async function loader(args: LoaderFunctionArgs) {
  const { read, controlId } = await guardControl(args)
  const position = idInPath(args.params.position)
  const fundNavId = idInPath(args.params.fundNavId)
  return pageRead(async () => ({ fundNavId, ...(await driverLines(read, controlId, position)) }))
}

/** Popup of one bar of the NAV bridge: its lines with their cells. */
export default function BridgeDriverPopup() {
  const { fundNavId, ...shown } = useLoaderData<typeof loader>()
  return (
    <Dialog
      title={`NAV bridge: ${shown.label}`}
      size="700x525"
      closeHref={`${useNavBase().path}/${fundNavId}`}
    >
      <DriverLines {...shown} />
    </Dialog>
  )
}
