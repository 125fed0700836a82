import { Link } from '~/ui/open-close/close-link'

/** What to do with files of a layout that the site does not know yet. */
export function OtherLayouts({ isAdministrator }: { isAdministrator: boolean }) {
  return (
    <p>
      Files of another layout need a file format, which is taught once from the files themselves. Send them as
      they are: where nothing reads them, the refusal leads on to teaching
      {isAdministrator && (
        <>
          , or <Link to="/admin/formats/teach">teach it now</Link>
        </>
      )}
      . An administrator proposes the format, and another approves it.
    </p>
  )
}
