/** Real addresses of state offices and their tools. NOT served unless somebody asks for it: no demo may send invented
 *  voters or checks to a state's real site. */
import type { StateCode } from '../../contract/states.ts'

/** Where they come from. Never guidance for voters: check each before use. */
export const civicOfficialUrlsOrigin = {
  as_of: '2024-11',
  source: [
    'usagov/vote-gov (CC0, US public domain), per state between 2023-02-08 and 2024-07-23.',
    'Oklahoma, online registration: Rocky-OVR, states.yml, 2024-10-02 (fact only).',
  ],
} as const

/** The addresses of one state, by V2 slug. */
export interface OfficialUrls {
  gov_tool_registration?: string
  gov_tool_verify: string
  source_registration_info: string
  sos_election_website: string
}

/** The addresses by code. */
export const civicOfficialUrls: Record<StateCode, OfficialUrls> = {
  AL: {
    gov_tool_registration: 'https://www.alabamainteractive.org/sos/voter_registration/voterRegistrationWelcome.action',
    gov_tool_verify: 'https://myinfo.alabamavotes.gov/VoterView/RegistrantSearch.do',
    source_registration_info: 'https://www.sos.alabama.gov/alabama-votes/voter/register-to-vote',
    sos_election_website: 'https://www.sos.alabama.gov/alabama-votes',
  },
  AK: {
    gov_tool_registration: 'https://voterregistration.alaska.gov/',
    gov_tool_verify: 'https://myvoterportal.alaska.gov/',
    source_registration_info: 'https://www.elections.alaska.gov/Core/voterregistration.php',
    sos_election_website: 'https://www.elections.alaska.gov/',
  },
  AZ: {
    gov_tool_registration: 'https://servicearizona.com/VoterRegistration/selectLanguage',
    gov_tool_verify: 'https://my.arizona.vote/WhereToVote.aspx?s=individual',
    source_registration_info: 'https://azsos.gov/elections/voters/registering-vote/registerupdate-vote',
    sos_election_website: 'https://azsos.gov/elections',
  },
  AR: {
    gov_tool_verify: 'https://www.voterview.ar-nova.org/voterview',
    source_registration_info: 'https://www.sos.arkansas.gov/elections/voter-information/',
    sos_election_website: 'https://www.sos.arkansas.gov/elections/',
  },
  CA: {
    gov_tool_registration: 'https://registertovote.ca.gov/',
    gov_tool_verify: 'https://voterstatus.sos.ca.gov/',
    source_registration_info: 'https://www.sos.ca.gov/elections/voting-resources/voting-california/registering-vote',
    sos_election_website: 'https://www.sos.ca.gov/elections',
  },
  CO: {
    gov_tool_registration: 'https://www.sos.state.co.us/voter/pages/pub/olvr/verifyNewVoter.xhtml',
    gov_tool_verify: 'https://www.sos.state.co.us/voter/pages/pub/olvr/findVoterReg.xhtml',
    source_registration_info: 'https://www.coloradosos.gov/voter/pages/pub/home.xhtml',
    sos_election_website: 'https://www.sos.state.co.us/pubs/elections/',
  },
  CT: {
    gov_tool_registration: 'https://voterregistration.ct.gov/OLVR/welcome.do',
    gov_tool_verify: 'https://portaldir.ct.gov/sots/LookUp.aspx',
    source_registration_info: 'https://portal.ct.gov/SOTS/Election-Services/Voter-Information/Voter-Fact-Sheet',
    sos_election_website: 'https://portal.ct.gov/sots',
  },
  DE: {
    gov_tool_registration: 'https://ivote.de.gov/VoterView/registrant/newregistrant',
    gov_tool_verify: 'https://ivote.de.gov/VoterView',
    source_registration_info: 'https://elections.delaware.gov/voter/votereg.shtml',
    sos_election_website: 'https://elections.delaware.gov/index.shtml',
  },
  DC: {
    gov_tool_registration: 'https://vr.dcboe.org/213324797239968?agency_code=12',
    gov_tool_verify: 'https://apps.dcboe.org/vrs',
    source_registration_info: 'https://www.dcboe.org/voters/register-to-vote/register-update-voter-registration',
    sos_election_website: 'https://dcboe.org/',
  },
  FL: {
    gov_tool_registration: 'https://registertovoteflorida.gov/eligibilityreactive',
    gov_tool_verify: 'https://registration.elections.myflorida.com/CheckVoterStatus',
    source_registration_info: 'https://registertovoteflorida.gov/home',
    sos_election_website: 'https://dos.myflorida.com/elections/',
  },
  GA: {
    gov_tool_registration: 'https://registertovote.sos.ga.gov/GAOLVR/welcome.do#no-back-button',
    gov_tool_verify: 'https://mvp.sos.ga.gov/s/',
    source_registration_info: 'https://sos.ga.gov/elections-division-georgia-secretary-states-office',
    sos_election_website: 'https://sos.ga.gov/index.php/elections',
  },
  HI: {
    gov_tool_registration: 'https://olvr.hawaii.gov/',
    gov_tool_verify: 'https://olvr.hawaii.gov/',
    source_registration_info: 'https://elections.hawaii.gov/voters/registration/',
    sos_election_website: 'https://elections.hawaii.gov/',
  },
  ID: {
    gov_tool_registration: 'https://elections.sos.idaho.gov/ElectionLink/ElectionLink/ApplicationInstructions.aspx',
    gov_tool_verify: 'https://elections.sos.idaho.gov/ElectionLink/ElectionLink/VoterSearch.aspx',
    source_registration_info: 'https://idahovotes.gov/voting/',
    sos_election_website: 'https://idahovotes.gov/',
  },
  IL: {
    gov_tool_registration: 'https://ova.elections.il.gov/',
    gov_tool_verify: 'https://ova.elections.il.gov/RegistrationLookup.aspx',
    source_registration_info: 'https://www.elections.il.gov/Default.aspx',
    sos_election_website: 'https://www.elections.il.gov/',
  },
  IN: {
    gov_tool_registration: 'https://indianavoters.in.gov/',
    gov_tool_verify: 'https://indianavoters.in.gov/',
    source_registration_info: 'https://www.in.gov/sos/elections/2403.htm',
    sos_election_website: 'https://www.in.gov/sos/elections/',
  },
  IA: {
    gov_tool_registration: 'https://mymvd.iowadot.gov/Account/Login?ReturnUrl=%2fVoterRegistration',
    gov_tool_verify: 'https://sos.iowa.gov/elections/voterreg/regtovote/search.aspx',
    source_registration_info: 'https://sos.iowa.gov/elections/voterinformation/voterregistration.html',
    sos_election_website: 'https://sos.iowa.gov/',
  },
  KS: {
    gov_tool_registration: 'https://www.kdor.ks.gov/Apps/VoterReg/Default.aspx',
    gov_tool_verify: 'https://myvoteinfo.voteks.org/voterview/',
    source_registration_info: 'https://sos.ks.gov/elections/voter-information.html',
    sos_election_website: 'https://sos.ks.gov/elections/elections.html',
  },
  KY: {
    gov_tool_registration: 'https://vrsws.sos.ky.gov/ovrweb/',
    gov_tool_verify: 'https://vrsws.sos.ky.gov/VIC/',
    source_registration_info: 'https://elect.ky.gov/Resources/Pages/Registration.aspx',
    sos_election_website: 'https://elect.ky.gov/Pages/default.aspx',
  },
  LA: {
    gov_tool_registration: 'https://voterportal.sos.la.gov/VoterRegistration',
    gov_tool_verify: 'https://voterportal.sos.la.gov/',
    source_registration_info: 'https://www.sos.la.gov/ElectionsAndVoting/RegisterToVote/Pages/default.aspx',
    sos_election_website: 'https://www.sos.la.gov/ElectionsAndVoting/Pages/default.aspx',
  },
  ME: {
    gov_tool_registration: 'https://registertovote.sos.maine.gov/',
    gov_tool_verify: 'https://maine.gov/sos/cec/elec/munic.html',
    source_registration_info: 'https://maine.gov/sos/cec/elec/voter-info/voterguide.html',
    sos_election_website: 'https://www.maine.gov/sos/cec/elec/',
  },
  MD: {
    gov_tool_registration: 'https://voterservices.elections.maryland.gov/OnlineVoterRegistration/InstructionsStep1',
    gov_tool_verify: 'https://voterservices.elections.maryland.gov/VoterSearch',
    source_registration_info: 'https://www.elections.maryland.gov/voter_registration/application.html',
    sos_election_website: 'https://elections.maryland.gov/',
  },
  MA: {
    gov_tool_registration: 'https://www.sec.state.ma.us/ovr/',
    gov_tool_verify: 'https://www.sec.state.ma.us/VoterRegistrationSearch/MyVoterRegStatus.aspx',
    source_registration_info: 'https://www.sec.state.ma.us/divisions/elections/voter-resources/registering-to-vote.htm',
    sos_election_website: 'https://www.sec.state.ma.us/ele/eleidx.htm',
  },
  MI: {
    gov_tool_registration: 'https://mvic.sos.state.mi.us/registervoter',
    gov_tool_verify: 'https://mvic.sos.state.mi.us/Voter/Index',
    source_registration_info: 'https://mvic.sos.state.mi.us/',
    sos_election_website: 'https://www.michigan.gov/sos/elections',
  },
  MN: {
    gov_tool_registration: 'https://mnvotes.sos.state.mn.us/VoterRegistration/VoterRegistrationMain.aspx',
    gov_tool_verify: 'https://mnvotes.sos.state.mn.us/VoterStatus.aspx',
    source_registration_info: 'https://www.sos.state.mn.us/elections-voting/register-to-vote/',
    sos_election_website: 'https://www.sos.state.mn.us/elections-voting/',
  },
  MS: {
    gov_tool_verify: 'https://www.msegov.com/sos/voter_registration/amiregistered/Search',
    source_registration_info: 'https://www.sos.ms.gov/elections-voting/voter-registration-information',
    sos_election_website: 'https://www.sos.ms.gov/elections-voting/voter-registration-information',
  },
  MO: {
    gov_tool_registration: 'https://s1.sos.mo.gov/elections/voterregistration/',
    gov_tool_verify: 'https://voteroutreach.sos.mo.gov/portal/',
    source_registration_info: 'https://www.sos.mo.gov/elections/goVoteMissouri/register',
    sos_election_website: 'https://www.sos.mo.gov/elections',
  },
  MT: {
    gov_tool_verify: 'https://prodvoterportal.mt.gov/WhereToVote.aspx',
    source_registration_info: 'https://votemt.gov/',
    sos_election_website: 'https://votemt.gov/',
  },
  NE: {
    gov_tool_registration: 'https://www.nebraska.gov/apps-sos-voter-registration/',
    gov_tool_verify: 'https://www.votercheck.necvr.ne.gov/voterview',
    source_registration_info: 'https://sos.nebraska.gov/elections/voter-forms',
    sos_election_website: 'https://sos.nebraska.gov/elections/2020-elections',
  },
  NV: {
    gov_tool_registration: 'https://www.nvsos.gov/SOSVoterServices/start.aspx',
    gov_tool_verify: 'https://www.nvsos.gov/votersearch/',
    source_registration_info: 'https://www.nvsos.gov/sos/elections/voters/registering-to-vote',
    sos_election_website: 'https://www.nvsos.gov/sos/elections',
  },
  NH: {
    gov_tool_verify: 'https://app.sos.nh.gov/voterinformation',
    source_registration_info: 'https://www.sos.nh.gov/elections/voters/register-vote',
    sos_election_website: 'https://sos.nh.gov/home',
  },
  NJ: {
    gov_tool_registration: 'https://voter.svrs.nj.gov/register',
    gov_tool_verify: 'https://voter.svrs.nj.gov/registration-check',
    source_registration_info: 'https://nj.gov/state/elections/voter-registration.shtml',
    sos_election_website: 'https://www.state.nj.us/state/elections/index.shtml',
  },
  NM: {
    gov_tool_registration: 'https://portal.sos.state.nm.us/OVR/WebPages/InstructionsStep1.aspx',
    gov_tool_verify: 'https://voterportal.servis.sos.state.nm.us/WhereToVote.aspx',
    source_registration_info:
      'https://www.sos.state.nm.us/voting-and-elections/voter-information/voter-registration-information/',
    sos_election_website: 'https://www.sos.state.nm.us/voting-and-elections/',
  },
  NY: {
    gov_tool_registration: 'https://dmv.ny.gov/more-info/electronic-voter-registration-application',
    gov_tool_verify: 'https://voterlookup.elections.ny.gov/',
    source_registration_info: 'https://www.elections.ny.gov/votingregister.html',
    sos_election_website: 'https://www.elections.ny.gov/',
  },
  NC: {
    gov_tool_registration:
      'https://www.ncdot.gov/dmv/offices-services/online/Pages/voter-registration-application.aspx',
    gov_tool_verify: 'https://vt.ncsbe.gov/RegLkup/',
    source_registration_info: 'https://www.ncsbe.gov/registering/how-register',
    sos_election_website: 'https://www.ncsbe.gov/voting',
  },
  ND: {
    gov_tool_verify: 'https://vip.sos.nd.gov/WhereToVote.aspx?tab=&ptlPKID=&ptlhPKID=',
    source_registration_info: 'https://vip.sos.nd.gov/PortalList.aspx',
    sos_election_website: 'https://vip.sos.nd.gov/PortalList.aspx',
  },
  OH: {
    gov_tool_registration: 'https://olvr.ohiosos.gov/',
    gov_tool_verify: 'https://voterlookup.ohiosos.gov/voterlookup.aspx',
    source_registration_info: 'https://olvr.ohiosos.gov/',
    sos_election_website: 'https://www.sos.state.oh.us/elections/',
  },
  OK: {
    gov_tool_registration: 'https://okvoterportal.okelections.us/Home/RegWizard',
    gov_tool_verify: 'https://okvoterportal.okelections.us/',
    source_registration_info: 'https://oklahoma.gov/elections/voter-registration/register-to-vote.html',
    sos_election_website: 'https://www.ok.gov/elections/',
  },
  OR: {
    gov_tool_registration: 'https://secure.sos.state.or.us/orestar/vr/register.do',
    gov_tool_verify: 'https://secure.sos.state.or.us/orestar/vr/showVoterSearch.do?lang=eng&source=SOS',
    source_registration_info: 'https://sos.oregon.gov/voting/Pages/registration.aspx',
    sos_election_website: 'https://sos.oregon.gov/voting-elections/Pages/default.aspx',
  },
  PA: {
    gov_tool_registration: 'https://www.pavoterservices.pa.gov/Pages/VoterRegistrationApplication.aspx',
    gov_tool_verify: 'https://www.pavoterservices.pa.gov/pages/voterregistrationstatus.aspx',
    source_registration_info: 'https://www.pa.gov/guides/voting-and-elections/#RegisteringtoVote',
    sos_election_website: 'https://www.pa.gov/guides/voting-and-elections/',
  },
  RI: {
    gov_tool_registration: 'https://vote.sos.ri.gov/Home/RegistertoVote',
    gov_tool_verify: 'https://vote.sos.ri.gov/Home/UpdateVoterRecord?ActiveFlag=0',
    source_registration_info: 'https://vote.sos.ri.gov/Voter/RegisterToVote',
    sos_election_website: 'https://elections.ri.gov/',
  },
  SC: {
    gov_tool_registration: 'https://info.scvotes.sc.gov/eng/ovr/start.aspx',
    gov_tool_verify: 'https://info.scvotes.sc.gov/eng/voterinquiry/VoterInformationRequest.aspx?PageMode=VoterInfo',
    source_registration_info: 'https://scvotes.gov/voters/register-to-vote/',
    sos_election_website: 'https://www.scvotes.gov/',
  },
  SD: {
    gov_tool_verify: 'https://vip.sdsos.gov/VIPLogin.aspx',
    source_registration_info: 'https://sdsos.gov/elections-voting/voting/register-to-vote/default.aspx',
    sos_election_website: 'https://sdsos.gov/elections-voting/',
  },
  TN: {
    gov_tool_registration: 'https://ovr.govote.tn.gov/',
    gov_tool_verify: 'https://tnmap.tn.gov/voterlookup/',
    source_registration_info: 'https://sos.tn.gov/products/elections/register-vote',
    sos_election_website: 'https://sos.tn.gov/elections',
  },
  TX: {
    gov_tool_verify: 'https://teamrv-mvp.sos.texas.gov/MVP/mvp.do',
    source_registration_info: 'https://www.votetexas.gov/register-to-vote/index.html',
    sos_election_website: 'https://www.votetexas.gov/index.html',
  },
  UT: {
    gov_tool_registration: 'https://secure.utah.gov/voterreg/login.html?selection=REGISTER',
    gov_tool_verify: 'https://votesearch.utah.gov/voter-search/search/search-by-voter/voter-info',
    source_registration_info: 'https://voteinfo.utah.gov/',
    sos_election_website: 'https://elections.utah.gov/',
  },
  VT: {
    gov_tool_registration: 'https://olvr.vermont.gov/',
    gov_tool_verify: 'https://mvp.vermont.gov/',
    source_registration_info: 'https://sos.vermont.gov/elections/voters/registration/',
    sos_election_website: 'https://sos.vermont.gov/elections/',
  },
  VA: {
    gov_tool_registration: 'https://www.elections.virginia.gov/citizen-portal/',
    gov_tool_verify: 'https://www.elections.virginia.gov/registration/view-your-info/',
    source_registration_info: 'https://www.elections.virginia.gov/registration/how-to-register/',
    sos_election_website: 'https://www.elections.virginia.gov/',
  },
  WA: {
    gov_tool_registration: 'https://voter.votewa.gov/WhereToVote.aspx',
    gov_tool_verify: 'https://voter.votewa.gov/WhereToVote.aspx',
    source_registration_info: 'https://www.sos.wa.gov/elections/voters/',
    sos_election_website: 'https://www.sos.wa.gov/elections/',
  },
  WV: {
    gov_tool_registration: 'https://ovr.sos.wv.gov/Register/Landing',
    gov_tool_verify: 'https://apps.sos.wv.gov/Elections/voter/amiregisteredtovote',
    source_registration_info: 'https://ovr.sos.wv.gov/Register/Landing',
    sos_election_website: 'https://sos.wv.gov/elections/Pages/default.aspx',
  },
  WI: {
    gov_tool_registration: 'https://myvote.wi.gov/en-us/RegisterToVote',
    gov_tool_verify: 'https://myvote.wi.gov/en-us/MyVoterInfo',
    source_registration_info: 'https://elections.wi.gov/Register',
    sos_election_website: 'https://elections.wi.gov/voters',
  },
  WY: {
    gov_tool_verify: 'https://sos.wyo.gov/Elections/Docs/WYCountyClerks.pdf',
    source_registration_info: 'https://sos.wyo.gov/Elections/State/RegisteringToVote.aspx',
    sos_election_website: 'https://sos.wyo.gov/elections/state/registeringtovote.aspx',
  },
}
