import { useId, useState } from 'react'
import { useSWRConfig } from 'swr'
import { useTexts } from '../i18n.ts'
import { ButtonLink } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { ErrorState } from '../kit/States.tsx'
import { paths } from '../paths.ts'
import { storedConfig } from '../session/config.ts'
import { readImpersonatedUser } from '../session/stored.ts'
import { hasPasskeys } from '../session/webAuthn.ts'
import { refresh } from '../shell/useSave.ts'
import { Address } from './Address.tsx'
import { Devices } from './Devices.tsx'
import { NameForm } from './NameForm.tsx'
import { Passkeys } from './Passkeys.tsx'
import { Password } from './Password.tsx'
import { Picture } from './Picture.tsx'
import styles from './Profile.module.css'
import texts from './texts.en.json'
import { SecondFactor } from './SecondFactor.tsx'
import { useProfile } from './useProfile.ts'

/** The user's profile: picture (saved when chosen), name, address and security. Used by the dialog and the profile route. */
export function ProfilePage() {
  const t = useTexts('account', texts)
  // Remounts the form after a change, so that typed passwords are cleared.
  const [changes, setChanges] = useState(0)
  const [factorChanges, setFactorChanges] = useState(0)
  const { mutate: mutateAny, cache } = useSWRConfig()
  const refreshSessions = () => refresh({ mutate: mutateAny, cache }, 'GET /rest-api/session/sessions')
  const { data, error, isValidating, mutate, saveNames, putPicture, removePicture } = useProfile()
  if (!data && error)
    return (
      <ErrorState title={t('loadFailed')} retryLabel={t('retry')} onRetry={() => void mutate()} busy={isValidating} />
    )
  if (!data)
    return (
      <Skeletons label={t('loading')}>
        <Skeleton height="176px" />
        <Skeleton height="320px" />
      </Skeletons>
    )
  return (
    <div className={styles.page}>
      <Picture profile={data} save={putPicture} remove={removePicture} />
      <NameForm profile={data} save={saveNames} />
      <Address profile={data} changed={mutate} othersEnded={refreshSessions} />
      {/* Staff acting on someone's behalf cannot change that person's security settings. */}
      {readImpersonatedUser() === undefined && (
        <>
          <Password
            key={changes}
            owner={{ ...data, email: data.username }}
            onChanged={() => {
              setChanges(changes + 1)
              refreshSessions()
            }}
          />
          <SecondFactor username={data.username} onChanged={() => setFactorChanges(factorChanges + 1)} />
          {hasPasskeys(storedConfig() ?? {}) && <Passkeys factorChanges={factorChanges} />}
          <Devices />
          <Programs />
          <MyData />
        </>
      )}
    </div>
  )
}

/** Link to the access tokens for programs that read in the user's name. */
function Programs() {
  const t = useTexts('account', texts)
  const headingId = useId()
  return (
    <Card className={styles.part} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.title}>
        {t('programs')}
      </h2>
      <p>{t('programsHint')}</p>
      <div>
        <ButtonLink to={paths.accessTokens()}>{t('toTokens')}</ButtonLink>
      </div>
    </Card>
  )
}

/** Link to the screen with data export, usage counting and erasure. */
function MyData() {
  const t = useTexts('account', texts)
  const headingId = useId()
  return (
    <Card className={styles.part} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.title}>
        {t('myData')}
      </h2>
      <p>{t('myDataHint')}</p>
      <div>
        <ButtonLink to={paths.myData()}>{t('toMyData')}</ButtonLink>
      </div>
    </Card>
  )
}
