import { useId, useRef, useState } from 'react'
import { useTexts } from '../i18n.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Button } from '../kit/Button.tsx'
import { Failure } from '../kit/Failure.tsx'
import { type PictureFault, scaledJpeg } from '../scaledJpeg.ts'
import { change, useSave } from '../shell/useSave.ts'
import styles from './Settings.module.css'
import type { Details } from './SettingsScreen.tsx'
import english from './texts.en.json'

const READ = 'GET /rest-api/organization/details/{orgId}'

/** The club's picture: chosen, made small, and saved at once. */
export function Logo({
  details: { id: orgId, name, logoUrl },
  reason,
}: {
  details: Details
  reason: string | undefined
}) {
  const t = useTexts('settings', english)
  const headingId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<PictureFault>()
  const [making, setMaking] = useState(false)
  const optimistic = () => [change(READ, { orgId }, (known, saved: Details | undefined) => saved ?? known)]
  const refreshes = ['GET /rest-api/organization/details'] as const
  const putting = useSave('PUT /rest-api/organization/logo/{orgId}', {
    optimistic,
    refreshes,
    saved: t('logoSaved'),
    failed: t('logoFailed'),
  })
  const removing = useSave('DELETE /rest-api/organization/logo/{orgId}', {
    optimistic,
    refreshes,
    saved: t('logoRemoved'),
    failed: t('logoFailed'),
  })
  async function choose(file: Blob) {
    setMaking(true)
    const made = await scaledJpeg(file)
    setMaking(false)
    setFault('fault' in made ? made.fault : undefined)
    if ('url' in made) await putting.save({ orgId, body: { jpeg: made.url.slice(made.url.indexOf(',') + 1) } })
  }
  const busy = making || putting.saving || removing.saving
  const locked = reason === undefined ? {} : { disabledReason: reason }
  return (
    <section aria-labelledby={headingId} className={styles.logo}>
      <Avatar name={name} id={orgId} url={logoUrl} size="huge" />
      <div>
        <h2 id={headingId} className={styles.part}>
          {t('logo')}
        </h2>
        <p className={styles.facts}>{t('logoHint')}</p>
        <div className={styles.actions}>
          <Button busy={busy} onClick={() => input.current?.click()} {...locked}>
            {logoUrl ? t('changeLogo') : t('chooseLogo')}
          </Button>
          {logoUrl && (
            <Button kind="quiet" busy={busy} onClick={() => void removing.save({ orgId })} {...locked}>
              {t('removeLogo')}
            </Button>
          )}
        </div>
        <input
          ref={input}
          type="file"
          accept="image/*"
          hidden
          aria-label={t('logo')}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            // The same file may be chosen again.
            target.value = ''
            if (file) void choose(file)
          }}
        />
        {fault && <Failure text={t(fault)} />}
      </div>
    </section>
  )
}
