/** The election terms: each language says each of them in one way, and never with a word that a reader has corrected. */
import { describe, expect, it } from 'vitest'
import type { Catalog } from './catalog.ts'
import { catalogs } from './catalogs.ts'

const languages = ['es', 'zh-Hans', 'vi', 'ko', 'fil', 'ar', 'fr', 'ht', 'zh-Hant', 'km', 'bn', 'hi'] as const
type Language = (typeof languages)[number]

/** Wherever an English text has the term, its translation has the word beside it. */
const glossary: readonly { english: RegExp; said: Record<Language, RegExp> }[] = [
  {
    english: /\b(pre)?regist(er|ered|ering|ration)\b/i,
    said: {
      es: /reg[ií]str/i,
      'zh-Hans': /登记/,
      vi: /ghi danh/i,
      ko: /등록/,
      fil: /rehistr/i,
      ar: /سجّ?َ?ّ?ل|تسجيل/,
      fr: /inscri/i,
      ht: /enskri/i,
      'zh-Hant': /登記/,
      km: /ចុះឈ្មោះ/,
      bn: /নিবন্ধন/,
      hi: /पंजीकर/,
    },
  },
  {
    english: /\bdeadlines?\b/i,
    said: {
      es: /fechas? límite/i,
      'zh-Hans': /截止日期/,
      vi: /hạn chót/i,
      ko: /마감일/,
      fil: /huling araw/i,
      ar: /الموعد النهائي|المواعيد النهائية|مواعيد(ها)? (ال)?نهائية|مواعيدها النهائية/,
      fr: /dates? limites?/i,
      ht: /dat limit/i,
      'zh-Hant': /截止日期/,
      km: /ថ្ងៃផុតកំណត់/,
      bn: /শেষ তারিখ/,
      hi: /अंतिम तारीख़/,
    },
  },
  {
    english: /\bballots?\b/i,
    said: {
      es: /boletas?/i,
      'zh-Hans': /选票/,
      vi: /lá phiếu/i,
      ko: /투표용지|투표지/,
      fil: /balota/i,
      ar: /اقتراع/,
      fr: /bulletins?/i,
      ht: /bilten/i,
      'zh-Hant': /選票/,
      km: /សន្លឹកឆ្នោត/,
      bn: /ব্যালট/,
      hi: /मतपत्र/,
    },
  },
  {
    english: /\bpolling places?\b/i,
    said: {
      es: /centros? de votación/i,
      'zh-Hans': /投票站/,
      vi: /phòng phiếu/i,
      ko: /투표소/,
      fil: /presinto/i,
      ar: /مراكز الاقتراع|مركز الاقتراع|مركز اقتراع/,
      fr: /bureaux? de vote/i,
      ht: /biwo vòt/i,
      'zh-Hant': /投票站/,
      km: /កន្លែងបោះឆ្នោត/,
      bn: /ভোটকেন্দ্র/,
      hi: /मतदान केंद्र/,
    },
  },
  {
    english: /\belection offices?\b/i,
    said: {
      es: /oficinas? electoral(es)?/i,
      'zh-Hans': /选举办公室/,
      vi: /văn phòng bầu cử/i,
      ko: /선거 사무소/,
      fil: /tanggapan ng halalan/i,
      ar: /(مكتب|مكاتب) (ال)?انتخابات/,
      fr: /bureaux? électora(l|ux)/i,
      ht: /biwo elektoral/i,
      'zh-Hant': /選舉辦公室/,
      km: /ការិយាល័យបោះឆ្នោត/,
      bn: /নির্বাচন অফিস/,
      hi: /चुनाव कार्यालय/,
    },
  },
  {
    english: /\bgeneral election\b/i,
    said: {
      es: /elecciones generales/i,
      'zh-Hans': /大选/,
      vi: /tổng tuyển cử/i,
      ko: /총선거/,
      fil: /pangkalahatang halalan/i,
      ar: /الانتخابات العامة|للانتخابات العامة/,
      fr: /élection générale/i,
      ht: /eleksyon jeneral/i,
      'zh-Hant': /大選/,
      km: /ការបោះឆ្នោតសកល/,
      bn: /সাধারণ নির্বাচন/,
      hi: /आम चुनाव/,
    },
  },
  {
    english: /\bEarly voting\b/i,
    said: {
      es: /votación anticipada/i,
      'zh-Hans': /提前投票/,
      vi: /bầu cử sớm/i,
      ko: /조기 투표/,
      fil: /maagang pagboto/i,
      ar: /التصويت المبكر|تصويت مبكر/,
      fr: /vote anticipé/i,
      ht: /vote davans|vòt davans/i,
      'zh-Hant': /提前投票/,
      km: /បោះឆ្នោតមុនកាលកំណត់/,
      bn: /আগাম ভোটদান/,
      hi: /समय-पूर्व मतदान/,
    },
  },
  {
    english: /\bvoting by mail\b/i,
    said: {
      es: /(voto|votar) por correo/i,
      'zh-Hans': /邮寄投票/,
      vi: /bầu cử qua thư/i,
      ko: /우편 투표/,
      fil: /pagboto sa koreo/i,
      ar: /التصويت بالبريد/,
      fr: /(vote|voter) par correspondance/i,
      ht: /(vote|vòt) pa lapòs/i,
      'zh-Hant': /郵寄投票/,
      km: /ការបោះឆ្នោតតាមប្រៃសណីយ៍/,
      bn: /ডাকে ভোটদান/,
      hi: /डाक से मतदान/,
    },
  },
  {
    english: /\bvoters?\b/i,
    said: {
      es: /votantes?|electoral(es)?/i,
      'zh-Hans': /选民/,
      vi: /cử tri|bầu cử/i,
      ko: /유권자/,
      fil: /botante/i,
      ar: /ناخب|الناخبين/,
      fr: /électeurs?|électora(l|ux)/i,
      ht: /votè/i,
      'zh-Hant': /選民/,
      km: /អ្នកបោះឆ្នោត/,
      bn: /ভোটার/,
      hi: /मतदाता/,
    },
  },
  {
    english: /\bZIP code\b/i,
    said: {
      es: /código postal/i,
      'zh-Hans': /邮政编码/,
      vi: /mã ZIP/i,
      ko: /우편번호/,
      fil: /ZIP code/i,
      ar: /الرمز البريدي|رمزك البريدي|رمزًا بريديًا/,
      fr: /code postal/i,
      ht: /kòd postal/i,
      'zh-Hant': /郵遞區號/,
      km: /លេខកូដ ZIP/,
      bn: /জিপ কোড/,
      hi: /ज़िप कोड/,
    },
  },
  {
    english: /\b(practice|sandbox)\b/i,
    said: {
      es: /práctica|practicar/i,
      'zh-Hans': /练习/,
      vi: /dùng thử/i,
      ko: /연습/,
      fil: /ensayo/i,
      ar: /تدريب/,
      fr: /essai/i,
      ht: /pratik/i,
      'zh-Hant': /練習/,
      km: /សាកល្បង/,
      bn: /অনুশীলন/,
      hi: /अभ्यास/,
    },
  },
]

/** What readers have corrected stays corrected: no text has these words again. */
const corrected: Partial<Record<Language, readonly RegExp[]>> = {
  // "Título" is a title of a book or a degree; "intentar" needs what is tried.
  es: [/\btítulo/i, /\bacuerdo'?$/i, /\bintent(ar|e) de nuevo/i, /queda registrad/i, /con el estado'?$/i, /^Al \{/],
  // "Entraînement" is training; "à lui" of a tab; nobody's gender is known.
  fr: [
    /s’inscrire pour voter/i,
    /entraînement/i,
    /à lui\b/i,
    /vous a pas inscrit\b/i,
    /^Choisissez$/,
    /lien vient avec/i,
  ],
  // An internship.
  vi: [/thực tập/i],
  // "Net" is clean; "jiska" is until, as of a deadline.
  ht: [/\bNet\b/, /\bjiska\b/i, /\bsegond\b/i],
  // One register, "-하세요", and no title that tells whether somebody is married.
  ko: [/십시오|(습|십)니까/, /기혼|미혼/],
  // Until, as of a deadline.
  fil: [/^Hanggang \{/],
  ar: [/^حتى تاريخ/],
}

/** Every text of the language by its dotted key, each form of a plural by itself. */
function textsOf(part: object, path = ''): [key: string, text: string][] {
  return Object.entries(part).flatMap(([key, value]: [string, unknown]): [string, string][] => {
    const dotted = path === '' ? key : `${path}.${key}`
    if (typeof value === 'string') return [[dotted, value]]
    return typeof value === 'object' && value !== null ? textsOf(value, dotted) : []
  })
}

const textsIn = (language: string) => {
  const found = catalogs.find((one): one is Catalog => one.language === language)
  return textsOf(found ?? {})
}
const english = new Map(textsIn('en'))

it('every language but English is in the glossary', () => {
  const others = catalogs.map(({ language }) => language).filter((language) => language !== 'en')
  expect([...languages].sort()).toEqual(others.sort())
})

it('every term of the glossary is in the English texts', () => {
  const all = [...english.values()]
  expect(glossary.filter((term) => !all.some((text) => term.english.test(text)))).toEqual([])
})

describe.each(languages)('the election terms in %s', (language) => {
  const own = textsIn(language)

  it('follow the glossary', () => {
    const without = own.flatMap(([key, text]) => {
      // A plural may have more forms than English has.
      const original = english.get(key) ?? english.get(key.replace(/\.(zero|one|two|few|many|other)$/, '.other')) ?? ''
      const missing = glossary.filter((term) => term.english.test(original) && !term.said[language].test(text))
      return missing.map((term) => ({ key, text, missing: term.said[language] }))
    })
    expect(without).toEqual([])
  })

  it('never use a term that a reviewer has corrected', () => {
    const wrong = corrected[language] ?? []
    expect(own.filter(([, text]) => wrong.some((one) => one.test(text)))).toEqual([])
  })
})
