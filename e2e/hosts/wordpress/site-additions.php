<?php
/**
 * What sites add to WordPress: libraries, resets, policies, optimizers. `?with=…` asks for some of it.
 *
 * @package VoterRegistration
 */

// phpcs:disable -- a host for the tests, not a part of the plugin.

function site_has( $name ) {
	return in_array( $name, explode( ' ', $_GET['with'] ?? '' ), true );
}

function site_prints( $html, $priority = 1 ) {
	add_action( 'wp_head', fn() => print( $html ), $priority );
}

if ( site_has( 'arabic' ) ) {
	add_filter( 'locale', fn() => 'ar' );
	add_action( 'init', fn() => $GLOBALS['wp_locale']->text_direction = 'rtl' );
}
if ( site_has( 'resets' ) ) {
	site_prints( '<style>*,*::before,*::after{margin:0!important;padding:0!important;border:0!important;font:10px/1 cursive!important;color:red!important}input,select,button{all:unset!important;display:none!important}form,fieldset{display:none!important}</style>' );
}
if ( site_has( 'mootools' ) ) {
	site_prints( '<script src="/site/mootools.js"></script>' );
}
if ( site_has( 'jquery' ) ) {
	add_action( 'wp_enqueue_scripts', fn() => wp_enqueue_script( 'jquery' ) );
	site_prints(
		'<style>html{scroll-behavior:smooth}</style><script>jQuery(($) => {
			$("a[href*=\'#\']").on("click", function (event) { event.preventDefault(); $("html, body").animate({ scrollTop: $(this.hash).offset().top }) })
			$(document).on("submit click", "form, a", () => { window.heardByJQuery = true })
		})</script>',
		99
	);
}
if ( site_has( 'banner' ) ) {
	site_prints(
		'<link rel="stylesheet" href="/site/cookieconsent.css"><script src="/site/cookieconsent.umd.js"></script><script>
		addEventListener("DOMContentLoaded", () => CookieConsent.run({
			hideFromBots: false, disablePageInteraction: true, categories: { necessary: { enabled: true, readOnly: true } },
			language: { default: "en", translations: { en: { consentModal: { title: "Cookies", acceptAllBtn: "Accept all", acceptNecessaryBtn: "Reject all" }, preferencesModal: { sections: [] } } } }
		}))</script>'
	);
}
if ( site_has( 'policy' ) ) {
	$bff = get_option( 'voter_registration' )['bff'];
	header( "Content-Security-Policy: default-src 'none'; script-src 'nonce-once' 'strict-dynamic'; style-src 'self' 'nonce-once'; img-src 'self' data:; font-src 'self'; connect-src 'self' $bff; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'" );
}

// What an optimizer does to the finished page.
function site_optimized( $html ) {
	if ( site_has( 'policy' ) ) {
		$html = preg_replace( '#<(script|style)(?=[ >])#', '<$1 nonce="once"', $html );
	}
	$ours = '#<script[^>]*/voter-registration\.js[^>]*></script>#';
	if ( site_has( 'delay' ) ) {
		// The tag loses its type and address, and runs as a copy of itself at the visitor's first move.
		$late = '<script>addEventListener("mousemove", () => {
			for (const old of document.querySelectorAll("script[type=late]")) {
				const script = document.createElement("script")
				for (const { name, value } of old.attributes) if (name !== "type") script.setAttribute(name.replace("data-late-", ""), value)
				old.replaceWith(script)
			}
		}, { once: true })</script>';
		$html = preg_replace_callback( $ours, fn( $tag ) => str_replace( array( '<script ', ' src=' ), array( '<script type="late" ', ' data-late-src=' ), $tag[0] ), $html );
		$html = str_replace( '</body>', $late . '</body>', $html );
	}
	if ( site_has( 'combine' ) ) {
		$html = preg_replace( $ours, '', $html );
		$html = str_replace( '</body>', '<script defer src="/site/combined.js"></script></body>', $html );
	}
	return $html;
}
add_action( 'template_redirect', fn() => ob_start( 'site_optimized' ) );
