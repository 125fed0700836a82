import type { ReactNode } from 'react'
import { Note } from '../message/message'
import type { StagedFiles } from './staged-files'

/** Inside a form: the files of its refused upload that the server keeps, and that are sent with it again. */
export function StagedNote({ staged, children }: { staged: StagedFiles | null; children?: ReactNode }) {
  if (staged === null) return null
  return (
    <>
      <input type="hidden" name="staged" value={staged.id} />
      <Note>
        The server keeps {staged.names.join(', ')} for an hour: correct the form and send it again, or choose
        other files. {children}
      </Note>
    </>
  )
}
