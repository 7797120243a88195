import { lazy, Suspense, useId } from 'react'
import type { RichText as Value } from '#shared/rules/richText.ts'
import type { Pictures } from './RichTextEditor.tsx'
import { type FieldProps, Frame } from './Frame.tsx'
import { Skeleton } from './Skeleton.tsx'

const Editor = lazy(() => import('./RichTextEditor.tsx').then((loaded) => ({ default: loaded.Editor })))

/** A rich text field: bold, lists, links and headings. The editor is loaded lazily. */
export function RichText(props: FieldProps<Value> & { pictures?: Pictures }) {
  const { label, name, fault, hint, required, disabledReason } = props
  const id = useId()
  return (
    <Frame {...{ id, label, name, fault, hint, required, disabledReason }}>
      <Suspense fallback={<Skeleton height="280px" />}>
        <Editor {...props} labelledBy={`${id}-label`} describedBy={`${id}-below`} />
      </Suspense>
    </Frame>
  )
}
