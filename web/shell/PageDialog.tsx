import { Suspense, useMemo, useRef, useState } from 'react'
import { type Location, useNavigate } from 'react-router-dom'
import { useTexts } from '../i18n.ts'
import { DialogBox } from '../kit/DialogBox.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { screenAt } from '../paths.ts'
import { Boundary } from './Boundary.tsx'
import { DialogContext, readStepsBack } from './navigationState.ts'
import { ScreenAt } from './ScreenAt.tsx'
import english from './texts.en.json'

/** How long a second press counts as the same one, in milliseconds: closing the dialog and going back both take time. */
const doublePressWindow = 300

/** A page in a dialog over another page, with its own address. Back and anything else that closes a dialog close it. */
export function PageDialog({ location }: { location: Location | undefined }) {
  const t = useTexts('shell', english)
  const navigate = useNavigate()
  // Keep the content during the closing animation.
  const [shownLocation, setShownLocation] = useState(location)
  if (location && location !== shownLocation) setShownLocation(location)
  const [title, setTitle] = useState('')
  const dialog = useMemo(() => ({ setTitle }), [])
  const lastClose = useRef<{ of?: Location; at: number }>({ at: 0 })
  if (!shownLocation) return null
  function close(closedLocation: Location) {
    // A double press would go back twice and leave the page beneath too.
    const { of: lastLocation, at: closedAt } = lastClose.current
    if (!location || (lastLocation === location && performance.now() - closedAt < doublePressWindow)) return
    lastClose.current = { of: location, at: performance.now() }
    void navigate(-readStepsBack(closedLocation.state))
  }
  const { record } = screenAt(shownLocation.pathname)
  return (
    <DialogBox
      opened={location !== undefined}
      close={() => close(shownLocation)}
      title={title}
      shape={record.dialog ?? 'wide'}
      page={shownLocation.pathname}
    >
      <DialogContext value={dialog}>
        <Boundary resetKeys={[shownLocation.pathname]}>
          <Suspense
            fallback={
              <Skeletons label={t('loading')}>
                <Skeleton height="176px" />
                <Skeleton height="320px" />
              </Skeletons>
            }
          >
            <ScreenAt location={shownLocation} />
          </Suspense>
        </Boundary>
      </DialogContext>
    </DialogBox>
  )
}
