import { useEffect, useEffectEvent, type Dispatch } from 'react'
import { isRefusedFor } from '../../bridge/failure.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { tabTitle } from '../../app-context/tab.ts'
import { titleAt } from '../routes.ts'
import { subjectOf, type OpenTab, type TabAction } from './model.ts'

interface TabNamesProps {
  readonly tabs: readonly OpenTab[]
  readonly activeKey: string | null
  readonly dispatch: Dispatch<TabAction>
}

/**
 * Titles the pages that could not do so themselves: restored ones, and those left before their subject was known.
 *
 * A restored page whose activity, property or estate no longer exists is closed; one that was opened reports it itself.
 */
export function TabNames({ tabs, activeKey, dispatch }: TabNamesProps) {
  return tabs
    .filter(({ key, isNamed, isClosing }) => !isNamed && !isClosing && key !== activeKey)
    .map(({ key, wasVisited }) => {
      const { activityId, estateId, rosterPropertyId } = subjectOf(key)
      const page = { address: key, isRestored: !wasVisited, dispatch }
      if (activityId !== '') return <AboutActivity key={key} {...page} id={activityId} />
      if (rosterPropertyId !== '') return <AboutProperty key={key} {...page} id={rosterPropertyId} />
      return estateId === '' ? null : <AboutEstate key={key} {...page} id={estateId} />
    })
}

interface AboutProps {
  readonly address: string
  readonly id: string
  readonly isRestored: boolean
  readonly dispatch: Dispatch<TabAction>
}

function AboutActivity({ id, ...page }: AboutProps) {
  const { data, error } = useEndpoint('activity.get', { query: { id } })
  useName(page, data?.title, isRefusedFor(error?.failure, 'activity.notFound'))
  return null
}

function AboutProperty({ id, ...page }: AboutProps) {
  const { data, error } = useEndpoint('ballot.property', { query: { rosterPropertyId: id } })
  useName(page, data?.place, isRefusedFor(error?.failure, 'property.notFound'))
  return null
}

function AboutEstate({ id, ...page }: AboutProps) {
  const { data } = useEndpoint('estate.all', {})
  const estate = data?.find((each) => each.id === id)
  useName(page, estate?.name, data !== undefined && estate === undefined)
  return null
}

function useName({ address, isRestored, dispatch }: Omit<AboutProps, 'id'>, subject: string | undefined, isSubjectGone: boolean): void {
  const name = useEffectEvent((about: string | undefined, isGone: boolean) => {
    if (isGone && isRestored) dispatch({ type: 'closed', keys: [address] })
    else if (about !== undefined) dispatch({ type: 'named', key: address, title: tabTitle(titleAt(address) ?? { title: '' }, about) })
  })
  useEffect(() => name(subject, isSubjectGone), [subject, isSubjectGone])
}
