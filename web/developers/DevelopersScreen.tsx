import { useMemo, useState } from 'react'
import { tokenAreas } from '#shared/rules/tokens.ts'
import { useTexts } from '../i18n.ts'
import { Card } from '../kit/Card.tsx'
import { Switch } from '../kit/Checkbox.tsx'
import { Link } from '../kit/Link.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { EmptyState, ErrorState } from '../kit/States.tsx'
import { paths } from '../paths.ts'
import { Screen } from '../shell/Screen.tsx'
import { type Line, toLines, filterLines } from './contract.ts'
import styles from './Developers.module.css'
import { RouteLine } from './RouteLine.tsx'
import { WebhookReference } from './WebhookReference.tsx'
import english from './texts.en.json'
import { useContract } from './useContract.ts'

/** API reference: every route of the contract. Also available without an account. */
export default function DevelopersScreen() {
  const t = useTexts('developers', english)
  const { data, error, isValidating, mutate } = useContract()
  return (
    <Screen title={t('title')}>
      <div className={styles.page}>
        <Card>
          <div className={styles.paragraphs}>
            <p>{t('about')}</p>
            <p>{t('aboutTokens')}</p>
            <p>{t('limits')}</p>
          </div>
          <p className={styles.links}>
            <Link to={paths.accessTokens()}>{t('toTokens')}</Link>
            <a href="/openapi.json" download>
              {t('document')}
            </a>
          </p>
        </Card>
        {data ? (
          <>
            <WebhookReference message={data.webhooks.change.post} />
            <Routes lines={toLines(data)} />
          </>
        ) : error ? (
          <ErrorState
            title={t('contractFailed')}
            retryLabel={t('retry')}
            onRetry={() => void mutate()}
            busy={isValidating}
          />
        ) : (
          <Skeletons label={t('loading')}>
            <Skeleton height="60px" />
            <Skeleton height="320px" />
          </Skeletons>
        )}
      </div>
    </Screen>
  )
}

function Routes({ lines }: { lines: readonly Line[] }) {
  const t = useTexts('developers', english)
  const [typed, setTyped] = useState('')
  const [isAllShown, setAllShown] = useState(false)
  const groups = useMemo(() => {
    const shown = filterLines(
      lines.filter((line) => isAllShown || line['x-token'] !== undefined),
      typed,
    )
    return isAllShown
      ? [...Map.groupBy(shown, ({ area }) => area)]
      : tokenAreas.flatMap((area): [string, Line[]][] => {
          const areaLines = shown.filter((line) => line['x-token'] === area)
          return areaLines.length > 0 ? [[t(`area_${area}`), areaLines]] : []
        })
  }, [lines, typed, isAllShown, t])
  const count = groups.reduce((sum, [, areaLines]) => sum + areaLines.length, 0)
  return (
    <>
      <SearchField label={t('search')} value={typed} onChange={setTyped} />
      <Switch label={t('allRoutes')} hint={t('allRoutesHint')} value={isAllShown} onChange={setAllShown} />
      <p role="status" className={styles.hint}>
        {t('found', { count })}
      </p>
      {count === 0 && <EmptyState title={t('noRoutes')} hint={t('noRoutesHint')} />}
      {groups.map(([name, areaLines]) => (
        <section key={name} aria-label={name}>
          <h2 className={styles.title}>{name}</h2>
          <ul className={styles.list}>
            {areaLines.map((line) => (
              <RouteLine key={line.key} line={line} />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
