import { Suspense, useMemo, useRef, useState } from 'react'
import { type Location, useNavigate } from 'react-router-dom'
import { useTexts } from '../i18n.ts'
import { DialogBox } from '../kit/DialogBox.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { screenAt } from '../paths.ts'
import { Boundary } from './Boundary.tsx'
import { DialogContext, stepsBack } from './place.ts'
import { ScreenAt } from './ScreenAt.tsx'
import english from './texts.en.json'

/** How long a second press counts as the same one, in milliseconds: closing the dialog and going back both take time. */
const settling = 300

/** A page in a dialog over another page, with its own address. Back and anything else that closes a dialog close it. */
export function PageDialog({ over }: { over: Location | undefined }) {
  const t = useTexts('shell', english)
  const navigate = useNavigate()
  // Keep the content during the closing animation.
  const [shown, setShown] = useState(over)
  if (over && over !== shown) setShown(over)
  const [title, setTitle] = useState('')
  const dialog = useMemo(() => ({ setTitle }), [])
  const asked = useRef<{ of?: Location; at: number }>({ at: 0 })
  if (!shown) return null
  function close(from: Location) {
    // A double press would go back twice and leave the page beneath too.
    const { of, at } = asked.current
    if (!over || (of === over && performance.now() - at < settling)) return
    asked.current = { of: over, at: performance.now() }
    void navigate(-stepsBack(from.state))
  }
  const { record } = screenAt(shown.pathname)
  return (
    <DialogBox
      opened={over !== undefined}
      close={() => close(shown)}
      title={title}
      shape={record.dialog ?? 'wide'}
      page={shown.pathname}
    >
      <DialogContext value={dialog}>
        <Boundary resetKeys={[shown.pathname]}>
          <Suspense
            fallback={
              <Skeletons label={t('loading')}>
                <Skeleton height="176px" />
                <Skeleton height="320px" />
              </Skeletons>
            }
          >
            <ScreenAt location={shown} />
          </Suspense>
        </Boundary>
      </DialogContext>
    </DialogBox>
  )
}
