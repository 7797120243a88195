import { useTexts } from '../i18n.ts'
import { ButtonLink } from '../kit/Button.tsx'
import { paths } from '../paths.ts'
import texts from './texts.en.json'
import styles from './Today.module.css'

/** A coach's link to their event and its actions. */
export function OpenEvent({ id, name }: { id: string; name: string }) {
  const t = useTexts('today', texts)
  return (
    <p className={styles.open}>
      <ButtonLink to={paths.event({ eventId: id })}>
        {t('open')}
        <span className="visually-hidden"> {name}</span>
      </ButtonLink>
    </p>
  )
}
