import { useId } from 'react'
import { useTexts } from '../i18n.ts'
import { ButtonLink } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { paths } from '../paths.ts'
import type { Family, OpenRegistration } from './formValues.ts'
import styles from './Register.module.css'
import { RegisteredPlayerItem } from './RegisteredPlayerItem.tsx'
import english from './texts.en.json'

type Props = {
  registration: OpenRegistration
  registered: Family['registered']
  refetch: () => Promise<unknown>
  /** Registers a player again who lost their place, with the details filled in before. */
  onRegisterAgain?: (registrationPlayerId: string) => void
}

/** The family's registered players, their state, and what happens next. */
export function Registered({ registration, registered, refetch, onRegisterAgain }: Props) {
  const t = useTexts('register', english)
  const id = useId()
  if (registered.length === 0) return null
  return (
    <Card aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {t('yourPlayers')}
      </h2>
      <ul className={styles.children} data-unkept="">
        {registered.map((player) => (
          <RegisteredPlayerItem
            key={player.registrationPlayerId}
            registration={registration}
            player={player}
            refetch={refetch}
            onRegisterAgain={onRegisterAgain}
          />
        ))}
      </ul>
      {registered.some(({ state }) => state === 'registered') && (
        <>
          <p className={styles.text}>{t('next')}</p>
          <div className={styles.links}>
            <ButtonLink to={paths.myPayments()}>{t('seePayments')}</ButtonLink>
            <ButtonLink to={paths.today()}>{t('openToday')}</ButtonLink>
          </div>
        </>
      )}
    </Card>
  )
}
