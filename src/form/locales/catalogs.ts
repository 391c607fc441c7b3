/** All catalogs of the package, for servers. A page imports single ones. */
import { ar } from './ar.ts'
import { bn } from './bn.ts'
import type { Catalog } from './catalog.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { factsEn } from './facts-en.ts'
import { fil } from './fil.ts'
import { fr } from './fr.ts'
import { hi } from './hi.ts'
import { hostedEn } from './hosted-en.ts'
import { ht } from './ht.ts'
import { km } from './km.ts'
import { ko } from './ko.ts'
import { vi } from './vi.ts'
import { zhHans } from './zh-Hans.ts'
import { zhHant } from './zh-Hant.ts'

/** English first. */
export const catalogs: readonly Catalog[] = [
  { language: 'en', ...en, facts: factsEn, hosted: hostedEn },
  es,
  zhHans,
  vi,
  ko,
  fil,
  ar,
  fr,
  ht,
  zhHant,
  km,
  bn,
  hi,
]
