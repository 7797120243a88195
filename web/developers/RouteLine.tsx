import { useState } from 'react'
import { flags } from '#shared/permissions.ts'
import { useTexts } from '../i18n.ts'
import { Badge } from '../kit/Badge.tsx'
import rights from '../rights/texts.en.json'
import { toCurl, type Line, toOutline } from './contract.ts'
import { CopyButton } from '../kit/CopyButton.tsx'
import styles from './Developers.module.css'
import english from './texts.en.json'

/** One route: its method, path and summary, and once opened everything needed to call it. */
export function RouteLine({ line }: { line: Line }) {
  const [opened, setOpened] = useState(false)
  const { method, path, summary } = line
  return (
    <li className={styles.route}>
      <details onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
        <summary>
          <Badge tone={method === 'GET' ? 'primary' : 'plain'}>{method}</Badge>{' '}
          <code className={styles.path}>{path}</code>
          {/* The contract's summaries are in English. */}
          <span lang="en" className={styles.hint}>
            {summary}
          </span>
        </summary>
        {opened && <RouteDetails line={line} />}
      </details>
    </li>
  )
}

function RouteDetails({ line }: { line: Line }) {
  const t = useTexts('developers', english)
  const { key, parameters, requestBody, responses } = line
  const curl = toCurl(line, window.location.origin)
  const [body] = Object.entries(requestBody?.content ?? {})
  const responseEntries = Object.entries(responses)
  return (
    <div className={styles.details}>
      <p>
        <strong>{t('whoMay')}</strong> {useCallerText()(line['x-can'])}
      </p>
      {parameters.length > 0 && (
        <>
          <h3>{t('parameters')}</h3>
          <ul>
            {parameters.map(({ name, in: where, required, schema }) => (
              <li key={`${where} ${name}`}>
                <code>{name}</code> · {t(where === 'path' ? 'inPath' : 'inQuery')} · <code>{toOutline(schema)}</code>
                {required && ` · ${t('required')}`}
              </li>
            ))}
          </ul>
        </>
      )}
      {body && (
        <>
          <h3>{t('body')}</h3>
          <Outline label={`${t('body')}: ${key}`} text={`${body[0]}\n${toOutline(body[1].schema)}`} />
        </>
      )}
      <h3>{t('answer')}</h3>
      {responseEntries
        .filter(([status]) => Number(status) < 400)
        .map(([status, { content = {} }]) =>
          Object.entries(content).map(([type, { schema }]) => (
            <Outline key={type} label={`${t('answer')}: ${key}`} text={`${status} ${type}\n${toOutline(schema)}`} />
          )),
        )}
      <h3>{t('refusals')}</h3>
      <ul>
        {responseEntries
          .filter(([status]) => Number(status) >= 400)
          .map(([status, { description }]) => (
            <li key={status} lang="en">
              <code>{status}</code> {description}
            </li>
          ))}
      </ul>
      <h3>{t('call')}</h3>
      <Outline label={`${t('call')}: ${key}`} text={curl} />
      <div>
        <CopyButton text={curl} label={t('copyCurl')} of={key} />
      </div>
    </div>
  )
}

/** May be wider than a phone: scrolls by itself, also by keyboard. */
export const Outline = ({ label, text }: { label: string; text: string }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable regions must be reachable by keyboard
  <pre className={styles.outline} role="region" aria-label={label} tabIndex={0}>
    {text}
  </pre>
)

/** Translates who may call a route. */
function useCallerText(): (can: string) => string {
  const t = useTexts('developers', english)
  const rightText = useTexts('rights', rights)
  return (can) => {
    const namedRights = can.split(' or ').flatMap((each) => flags.find((flag) => flag === each) ?? [])
    if (namedRights.length > 0) return t('who_right', { rights: namedRights.map((flag) => rightText(flag)).join(', ') })
    const [kind = ''] = can.split(':')
    switch (kind) {
      case 'anyone':
      case 'signed_in':
      case 'member':
      case 'family':
      case 'link':
      case 'webhook':
      case 'staff':
        return t(`who_${kind}`)
      default:
        return can
    }
  }
}
