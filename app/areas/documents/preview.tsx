import { displayName } from '~/platform/files/display-name'
import { FileFrame } from '~/ui/file-frame/file-frame'

interface PreviewProps {
  documentId: number
  /** The document's name. */
  title: string
}

/**
 * A document as a PDF. What may not be opened on our pages (protected, damaged, with scripts) or cannot be converted is
 * told in its place by the server: browsers show no PDF at all in a sandboxed frame.
 */
export function Preview({ documentId, title }: PreviewProps) {
  const shown = displayName(title)
  const file = `/documents/${documentId}`
  return (
    <FileFrame title={`Preview of ${shown}`} src={`${file}/preview`}>
      <bdi title={title}>{shown}</bdi>
      <a href={file} download>
        Download<span className="hidden-text"> {shown}</span>
      </a>
      <a href={`${file}/preview`} target="_blank" rel="noreferrer">
        Open in a new tab<span className="hidden-text"> {shown}</span>
      </a>
    </FileFrame>
  )
}
