import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { linksFaults } from '#shared/rules/links.ts'
import { type AnswerOf, useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button, IconButton } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Field } from '../kit/Field.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { CloseIcon } from '../kit/icons.tsx'
import { KeptFocus } from '../kit/KeptFocus.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { Behind } from '../shell/Behind.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useSave } from '../shell/useSave.ts'
import { useSaveAtRevision } from '../shell/useVersionedSave.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import styles from './Settings.module.css'
import english from './texts.en.json'

const READ = 'GET /rest-api/organization/links/{orgUnitId}'
type Listed = AnswerOf<typeof READ>

/** External links of a club or team; those who may edit them do so here. */
export default function LinksScreen() {
  const t = useTexts('settings', english)
  const { id = '' } = useParams()
  const read = useApi(READ, { orgUnitId: id }, { handles: ['failures'] })
  const mayEdit = useWhyCannot()('canEditTeam', id) === undefined
  return (
    <Screen title={read.data ? t('linksOf', { name: read.data.name }) : t('links')} width="form">
      <Loaded
        read={read}
        skeleton={
          <Skeletons label={t('loadingLinks')}>
            <Skeleton height="60px" />
            <Skeleton height="60px" />
          </Skeletons>
        }
        failed={t('linksFailed')}
      >
        {(listed) => (
          <>
            {listed.ofClub.length > 0 && <List label={t('linksOfClub')} links={listed.ofClub} />}
            {mayEdit ? <Editor id={id} listed={listed} readAnew={read.mutate} /> : <Own listed={listed} />}
          </>
        )}
      </Loaded>
    </Screen>
  )
}

function Own({ listed: { links, ofClub } }: { listed: Listed }) {
  const t = useTexts('settings', english)
  if (links.length > 0) return <List label={t('links')} links={links} />
  return ofClub.length > 0 ? null : <EmptyState title={t('noLinks')} hint={t('noLinksHint')} />
}

const List = ({ label, links }: { label: string; links: Listed['links'] }) => (
  <Card aria-label={label}>
    <ul className={styles.plain}>
      {links.map(({ name, url }) => (
        <li key={`${name} ${url}`}>
          <a href={url} target="_blank" rel="noreferrer">
            {name}
          </a>
        </li>
      ))}
    </ul>
  </Card>
)

type Editing = { id: string; listed: Listed; readAnew: () => Promise<unknown> }

function Editor({ id, listed, readAnew }: Editing) {
  const t = useTexts('settings', english)
  const { save } = useSave('PUT /rest-api/organization/links/{orgUnitId}', {
    refreshes: [READ],
    saved: t('savedSuccessfully'),
  })
  const begun = useState(listed.revision)
  const form = useForm({
    values: { links: listed.links },
    faults: ({ links }) => linksFaults(links),
    save: ({ links }) => versioned.save((revision) => save({ orgUnitId: id, body: { links, revision } })),
  })
  const versioned = useSaveAtRevision(begun, {
    read: listed.revision,
    isTyped: form.dirty,
    readAnew,
    takeTheirs: form.discard,
  })
  return (
    <Card aria-label={t('links')}>
      <Form of={form} submit={t('save')}>
        <Behind take={versioned.take} />
        <KeptFocus label={t('links')} className={styles.half}>
          {form.values.links.length === 0 && <p className={styles.hint}>{t('noLinksHint')}</p>}
          {form.values.links.map((link, i) => (
            // A link is identified by its position only.
            // oxlint-disable-next-line react/no-array-index-key
            <div key={i} className={styles.question}>
              <div className={styles.questionHead}>
                <Field label={t('name')} required {...form.field(`links.${i}.name`)} />
                <IconButton label={`${t('remove')} ${link.name}`} onClick={() => form.remove('links', i)}>
                  <CloseIcon />
                </IconButton>
              </div>
              <Field label={t('webAddress')} type="url" required {...form.field(`links.${i}.url`)} />
            </div>
          ))}
        </KeptFocus>
        <Button onClick={() => form.add('links', { name: '', url: 'https://' })}>{t('addLink')}</Button>
      </Form>
    </Card>
  )
}
