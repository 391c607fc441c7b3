/** The specification's tables of the way from V1 to V2 (R-C51 to R-C61), row by row and nothing else. */

/** The 60 one-to-one renames (R-C51). */
export const renames = {
  alert_registration: 'alerts_registration',
  alert_vbm: 'alerts_absentee',
  ballot_curing_correction_process: 'ballot_curing_directions',
  ballot_curing_instructions: 'ballot_curing_laws_rejection_reasons',
  ballot_curing_notification_process: 'ballot_curing_laws_notification_process',
  emergency_ballot_application: 'pdf_emergency_ballot_application',
  emergency_ballot_request_end: 'emergency_ballot_request_deadline',
  emergency_ballot_rules: 'emergency_ballot_laws',
  external_tool_absentee_ballot_tracker: 'gov_tool_absentee_tracker',
  external_tool_ovr: 'gov_tool_registration',
  external_tool_polling_place: 'gov_tool_polling_place',
  external_tool_provisional_ballot_tracker: 'gov_tool_provisional_tracker',
  external_tool_vbm_application: 'gov_tool_absentee_request',
  external_tool_verify_status: 'gov_tool_verify',
  felon_vote_fees: 'felony_laws_restoration_fees',
  felon_vote_restoration: 'felony_laws_restoration_process',
  id_requirements_in_person_registration: 'id_laws_in_person_registration',
  id_requirements_in_person_voting: 'id_laws_in_person_voting',
  id_requirements_ovr: 'id_laws_online_registration',
  id_requirements_sdr: 'id_laws_sdr',
  id_requirements_students: 'id_laws_student_voters',
  id_requirements_vbm_request: 'id_laws_absentee_request',
  id_requirements_vbm_return: 'id_laws_ballot_return',
  official_info_early_voting: 'source_early_voting_info',
  official_info_felon: 'source_rights_restoration_info',
  official_info_registration: 'source_registration_info',
  official_info_students: 'source_student_voting_info',
  official_info_vbm: 'source_absentee_info',
  official_info_voter_id: 'source_voter_id_info',
  overseas_fvap_directions: 'fvap_uocava_directions',
  overseas_fvap_tool: 'gov_tool_uocava',
  registration_automatic_exists: 'has_automatic_registration',
  registration_minimum_age: 'minimum_age_register',
  registration_nvrf_box_6: 'nvra_directions_box6',
  registration_nvrf_box_7: 'nvra_directions_box7',
  registration_nvrf_box_8: 'nvra_directions_box8',
  registration_nvrf_submission_address: 'nvra_submission_address',
  registration_ovr_directions: 'registration_directions_online',
  registration_rules: 'registration_laws',
  sdr_early_voting: 'has_sdr_early_voting',
  sdr_election_day: 'has_sdr_election_day',
  sdr_where: 'sdr_locations',
  state_election_code: 'source_election_code',
  vbm_absentee_ballot_rules: 'absentee_voting_laws',
  vbm_deadline_in_person: 'absentee_deadline_in_person',
  vbm_deadline_mail: 'absentee_deadline_mail',
  vbm_deadline_online: 'absentee_deadline_online',
  vbm_first_day_to_apply: 'absentee_request_start_date',
  vbm_no_excuse: 'has_no_excuse_absentee',
  vbm_other_options: 'absentee_ballot_issues',
  vbm_ovbm_directions: 'absentee_directions_online',
  vbm_overview: 'absentee_process_summary',
  vbm_permanent_anyone: 'has_pav_everyone',
  vbm_permanent_disabled: 'has_pav_disabled',
  vbm_request_directions_mail: 'absentee_directions_mail',
  vbm_state_provides_ballot_postage: 'has_free_ballot_postage',
  vbm_universal: 'has_automatic_vbm',
  vbm_voted_ballot_deadline_in_person: 'ballot_return_deadline_in_person',
  vbm_voted_ballot_deadline_mail: 'ballot_return_deadline_mail',
  vbm_warnings: 'warnings_absentee',
} as const

/** The 18 booleans that became options of a Multi-select (R-C52, R-C54): V1 true means that the option is included. */
export const consolidations = {
  felon_vote_in_prison: { field: 'felony_voting_options', option: 'imprisoned' },
  felon_vote_parole: { field: 'felony_voting_options', option: 'parole' },
  felon_vote_post_sentence: { field: 'felony_voting_options', option: 'post_sentence' },
  felon_vote_probation: { field: 'felony_voting_options', option: 'probation' },
  registration_submission_email: { field: 'registration_methods', option: 'email' },
  registration_submission_fax: { field: 'registration_methods', option: 'fax' },
  registration_submission_in_person: { field: 'registration_methods', option: 'in_person' },
  registration_submission_mail: { field: 'registration_methods', option: 'mail' },
  registration_submission_phone: { field: 'registration_methods', option: 'phone' },
  vbm_app_submission_email: { field: 'absentee_request_methods', option: 'email' },
  vbm_app_submission_fax: { field: 'absentee_request_methods', option: 'fax' },
  vbm_app_submission_in_person: { field: 'absentee_request_methods', option: 'in_person' },
  vbm_app_submission_mail: { field: 'absentee_request_methods', option: 'mail' },
  vbm_app_submission_phone: { field: 'absentee_request_methods', option: 'phone' },
  vbm_return_drop_box: { field: 'ballot_return_locations', option: 'drop_box' },
  vbm_return_early_voting: { field: 'ballot_return_locations', option: 'early_voting_site' },
  vbm_return_election_office: { field: 'ballot_return_locations', option: 'local_election_office' },
  vbm_return_polling_place: { field: 'ballot_return_locations', option: 'polling_place' },
} as const

/** The 4 notes that became footnotes (R-C55 to R-C58). `null`: the specification says "various" and names none. */
export const footnoteMoves = {
  early_voting_notes: ['early_voting_starts', 'early_voting_ends'],
  felon_vote_notes: ['felony_voting_options'],
  sdr_notes: ['has_sdr_early_voting', 'has_sdr_election_day', 'sdr_locations'],
  vbm_notes: null,
} as const

/** Why a field was deleted, in one word. */
export type DeletionReason =
  | 'redundant'
  | 'not_tracked'
  | 'replaced_by_overrides'
  | 'too_hard_to_maintain'
  | 'available_in_all_states'

/** The 15 other deletions with the reason given and the V2 fields it points to (R-C52). */
export const deletions = {
  early_voting: { reason: 'redundant', see: ['early_voting_starts', 'early_voting_ends'] },
  emergency_ballot_request_start: { reason: 'not_tracked', see: [] },
  external_tool_felony_restoration_state_info: { reason: 'redundant', see: ['source_rights_restoration_info'] },
  external_tool_vbm_application_requires_printing: { reason: 'not_tracked', see: [] },
  external_tool_vbm_has_regional_urls: { reason: 'replaced_by_overrides', see: [] },
  felon_vote_release_prison: { reason: 'redundant', see: ['felony_voting_options'] },
  id_laws_out_of_state_accepted: { reason: 'too_hard_to_maintain', see: [] },
  id_laws_student_id_accepted: { reason: 'too_hard_to_maintain', see: [] },
  id_requirements_in_person_registration: { reason: 'redundant', see: ['id_laws_same_day_registration'] },
  overseas_voting: { reason: 'available_in_all_states', see: [] },
  provisional_voting: { reason: 'available_in_all_states', see: [] },
  registration_directions_felony_conviction: { reason: 'redundant', see: [] },
  vbm_counties_provides_dropboxes: { reason: 'too_hard_to_maintain', see: [] },
  vbm_state_provides_dropboxes: { reason: 'too_hard_to_maintain', see: [] },
  vbm_return_hand_deliver_allowed: { reason: 'redundant', see: ['ballot_return_locations'] },
} as const satisfies Record<string, { reason: DeletionReason; see: readonly string[] }>

/** The 14 fields of the year 2022, all deleted (R-C61). */
export const specificDeletions = [
  'specific_ballot_drop_date',
  'specific_ballot_return_deadline_by_mail',
  'specific_ballot_return_deadline_in_person',
  'specific_early_voting_ends',
  'specific_early_voting_starts',
  'specific_general_election_date',
  'specific_minimum_dob',
  'specific_official_election_calendar',
  'specific_registration_deadline_by_mail',
  'specific_registration_deadline_in_person',
  'specific_registration_deadline_online',
  'specific_vbm_request_deadline_by_in_person',
  'specific_vbm_request_deadline_by_mail',
  'specific_vbm_request_deadline_online',
] as const
