import { useId } from 'react'
import { useTexts } from '../i18n.ts'
import { ButtonLink } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { paths } from '../paths.ts'
import type { Head } from './filled.ts'
import styles from './Register.module.css'
import { RegisteredPlayer, type Standing } from './RegisteredPlayer.tsx'
import english from './texts.en.json'

type Props = {
  head: Head
  registered: Standing[]
  reread: () => Promise<unknown>
  /** Registers who has lost their place once more, with what was filled in for them. */
  again?: (registrationPlayerId: string) => void
}

/** The players of the family who are on the registration, each with their state, and what happens next. */
export function Registered({ head, registered, reread, again }: Props) {
  const t = useTexts('register', english)
  const id = useId()
  if (registered.length === 0) return null
  const has = (state: Standing['state']) => registered.some((each) => each.state === state)
  return (
    <Card aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {t('yourPlayers')}
      </h2>
      <ul className={styles.children} data-unkept="">
        {registered.map((standing) => (
          <RegisteredPlayer
            key={standing.registrationPlayerId}
            head={head}
            standing={standing}
            reread={reread}
            {...(again && { again })}
          />
        ))}
      </ul>
      {has('registered') && (
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
