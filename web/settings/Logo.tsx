import { useRef } from 'react'
import { useTexts } from '../i18n.ts'
import { PictureChooser } from '../kit/PictureChooser.tsx'
import { change, useSave } from '../shell/useSave.ts'
import type { Details } from './answers.ts'
import styles from './Settings.module.css'
import english from './texts.en.json'

const READ = 'GET /rest-api/organization/details/{orgId}'
type Props = { details: Details; reason: string | undefined }

/** The club's logo: scaled down when chosen, and saved at once. */
export function Logo({ details: { id: orgId, name, logoUrl }, reason }: Props) {
  const t = useTexts('settings', english)
  const optimistic = () => [change(READ, { orgId }, (known, saved: Details | undefined) => saved ?? known)]
  const refreshes = ['GET /rest-api/organization/details'] as const
  const saving = { optimistic, refreshes, failed: t('logoFailed') }
  const savingLogo = useSave('PUT /rest-api/organization/logo/{orgId}', { ...saving, saved: t('logoSaved') })
  const removedJpeg = useRef<string>(undefined)
  const save = (jpeg: string) => savingLogo.save({ orgId, body: { jpeg } })
  const removing = useSave('DELETE /rest-api/organization/logo/{orgId}', {
    ...saving,
    saved: t('logoRemoved'),
    undo: () => void (removedJpeg.current !== undefined && save(removedJpeg.current)),
    canUndo: () => removedJpeg.current !== undefined,
  })
  return (
    <div className={styles.logo}>
      <PictureChooser
        {...{ id: orgId, name, save, title: t('logo'), hint: t('logoHint'), disabledReason: reason }}
        url={logoUrl ?? undefined}
        texts={{
          ...{ choose: t('chooseLogo'), change: t('changeLogo'), remove: t('removeLogo') },
          ...{ tooLarge: t('tooLarge'), notPicture: t('notPicture') },
        }}
        saving={savingLogo.saving || removing.saving}
        remove={(jpeg) => {
          removedJpeg.current = jpeg
          return removing.save({ orgId })
        }}
      />
    </div>
  )
}
