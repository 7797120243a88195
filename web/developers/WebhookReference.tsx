import { useTexts } from '../i18n.ts'
import { Card } from '../kit/Card.tsx'
import { type Message, toOutline } from './contract.ts'
import styles from './Developers.module.css'
import { Outline } from './RouteLine.tsx'
import english from './texts.en.json'

/** What a club's webhooks receive, and how the receiver verifies that a request is from Touchline. */
export function WebhookReference({ message }: { message: Message }) {
  const t = useTexts('developers', english)
  const { summary, parameters, requestBody, responses } = message
  const [type = '', { schema } = {}] = Object.entries(requestBody.content)[0] ?? []
  return (
    <Card>
      <section aria-label={t('told')} className={styles.details}>
        <h2 className={styles.title}>{t('told')}</h2>
        <p lang="en">{summary}</p>
        <ul>
          {parameters.map(({ name, description }) => (
            <li key={name} lang="en">
              <code>{name}</code> {description}
            </li>
          ))}
        </ul>
        <Outline label={`${t('body')}: ${t('told')}`} text={`POST ${type}\n${toOutline(schema)}`} />
        <ul>
          {Object.entries(responses).map(([status, { description }]) => (
            <li key={status} lang="en">
              <code>{status}</code> {description}
            </li>
          ))}
        </ul>
      </section>
    </Card>
  )
}
