import type { ReactNode } from 'react'
import { Note } from '../message/message'
import type { KeptFiles } from './kept-files'

/** Inside a form: the files of its refused upload that the server keeps, and that are sent with it again. */
export function KeptNote({ kept, children }: { kept: KeptFiles | null; children?: ReactNode }) {
  if (kept === null) return null
  return (
    <>
      <input type="hidden" name="staged" value={kept.id} />
      <Note>
        The server keeps {kept.names.join(', ')} for an hour: correct the form and send it again, or choose
        other files. {children}
      </Note>
    </>
  )
}
