#!/bin/sh
# facts.sh - what this machine and its kernel are, as maxistat takes it:
#
#     curl -fsS http://lab:8421/facts.sh | sh | curl -fsS -T - \
#             http://lab:8421/env/NAME
#     curl -fsS -T out.txt http://lab:8421/runs/env:NAME
#
# usage: sh facts.sh [--config FILE | --no-config]
#
# Key: value lines, then the kernel's config, as it stands. Needs POSIX sh and
# what a system has anyway; reads only, and asks no network. A fact that cannot
# be found out is left away. Linux and FreeBSD.

LC_ALL=C
export LC_ALL
config=auto

while [ $# -gt 0 ]; do
	case $1 in
	--no-config)
		config=none ;;
	--config)
		[ $# -gt 1 ] || { echo 'facts: --config FILE' >&2; exit 2; }
		shift
		[ -r "$1" ] || { echo "facts: cannot read '$1'" >&2; exit 2; }
		config=$1 ;;
	*)
		echo 'usage: facts [--config FILE | --no-config]' >&2
		exit 2 ;;
	esac
	shift
done

# fact KEY TEXT...: one line; blanks are squeezed, an empty text is none.
fact() {
	key=$1
	shift
	text=$(printf '%s' "$*" | tr -s '[:cntrl:][:blank:]' ' ')
	text=${text# }
	text=${text% }
	[ -z "$text" ] || printf '%s: %s\n' "$key" "$text"
}

# The first line of a file, or nothing.
line() {
	if [ -r "$1" ]; then
		IFS= read -r first <"$1" 2>/dev/null || :
		printf '%s' "$first"
		first=
	fi
}

# A word as a part of a key: other characters become '_'.
word() { printf '%s' "$1" | tr -c 'A-Za-z0-9_.-' _; }

# Each line of the input once, in order, joined by '+'.
joined() { sort -u | tr '\n' + | sed 's/+*$//; s/^+*//'; }

# Bytes as people say them: 16G for a machine of 16 GiB, of which its firmware
# and its kernel keep some.
memory() {
	awk -v b="$1" 'BEGIN {
		if (b <= 0) exit
		g = b / 1073741824
		if (g > 4) printf "%dG", g == int(g) ? g : int(g) + 1
		else printf "%dM", 256 * int(b / 268435456 + 0.999)
	}'
}

# ---- Linux ----

linux_cpu() {
	fact hw.cpu "$(sed -n 's/^model name[[:blank:]]*: *//p; s/^cpu[[:blank:]]*: *//p; s/^Model[[:blank:]]*: *//p' \
		/proc/cpuinfo 2>/dev/null | head -n 1)"
	fact hw.threads "$(grep -c '^processor' /proc/cpuinfo 2>/dev/null)"
	fact hw.cores "$(awk -F: '
		/^physical id/ { p = $2 }
		/^core id/ { if (!((p, $2) in seen)) n++; seen[p, $2] = 1 }
		END { if (n) print n }' /proc/cpuinfo 2>/dev/null)"
	fact hw.microcode "$(sed -n 's/^microcode[[:blank:]]*: *//p' \
		/proc/cpuinfo 2>/dev/null | head -n 1)"
	fact hw.mem "$(memory "$(awk '/^MemTotal:/ { printf "%.0f", $2 * 1024 }' \
		/proc/meminfo 2>/dev/null)")"
	cpu=/sys/devices/system/cpu
	fact hw.smt "$(line $cpu/smt/control)"
	fact hw.governor "$(cat $cpu/cpu*/cpufreq/scaling_governor 2>/dev/null |
		joined)"
	case $(line $cpu/intel_pstate/no_turbo)$(line $cpu/cpufreq/boost) in
	1 | 01) turbo=on ;;
	esac
	case $(line $cpu/intel_pstate/no_turbo) in
	0) turbo=on ;;
	1) turbo=off ;;
	esac
	[ -r $cpu/intel_pstate/no_turbo ] || case $(line $cpu/cpufreq/boost) in
	0) turbo=off ;;
	esac
	fact hw.turbo "${turbo-}"
	for f in "$cpu"/vulnerabilities/*; do
		[ -r "$f" ] && fact "hw.mitigation.$(word "${f##*/}")" \
			"$(line "$f")"
	done
	sed -n 's/.*\(mitigations=[a-z_,]*\).*/\1/p' /proc/cmdline 2>/dev/null |
		while IFS='=' read -r _ value; do
			fact hw.mitigations "$value"
		done
}

# driver DEVICE: that of a device of /sys, however deep it sits.
driver() {
	dir=$(readlink -f "$1/device" 2>/dev/null) || return 0
	while [ -n "$dir" ] && [ "$dir" != /sys/devices ]; do
		if [ -e "$dir/driver" ]; then
			link=$(readlink "$dir/driver")
			# A disk of a controller: that of the controller.
			case ${link##*/} in
			sd | sr) ;;
			*)
				printf '%s\n' "${link##*/}"
				return ;;
			esac
		fi
		dir=${dir%/*}
	done
}

# devices KIND FOLDER: hw.KIND.NAME for each that is real, and KIND.driver.
devices() {
	for d in "$2"/*; do
		[ -e "$d/device" ] || continue
		name=$(driver "$d")
		[ -n "$name" ] || continue
		model=$(line "$d/device/model")
		fact "hw.$1.$(word "${d##*/}")" "$name $model"
	done
	fact "$1.driver" "$(for d in "$2"/*; do
		[ -e "$d/device" ] && driver "$d"
	done | joined)"
}

linux_machine() {
	dmi=/sys/class/dmi/id
	fact hw.model "$(line $dmi/sys_vendor) $(line $dmi/product_name)"
	fact hw.bios "$(line $dmi/bios_version)"
	if grep -q '^flags.* hypervisor' /proc/cpuinfo 2>/dev/null; then
		fact hw.virtual y
	fi
	devices nic /sys/class/net
	devices disk /sys/block
}

linux_config() {
	release=$(uname -r)
	if [ -r /proc/config.gz ]; then
		gzip -dc /proc/config.gz
	elif [ -r "/boot/config-$release" ]; then
		cat "/boot/config-$release"
	elif [ -r "/lib/modules/$release/config" ]; then
		cat "/lib/modules/$release/config"
	fi
}

linux_all() {
	fact os "$(sed -n 's/^PRETTY_NAME="*\([^"]*\)"*$/\1/p' \
		/etc/os-release 2>/dev/null)"
	fact boot "$(line /proc/sys/kernel/random/boot_id)"
	linux_cpu
	linux_machine
}

# ---- FreeBSD ----

freebsd_all() {
	fact os "$(uname -s) $(freebsd-version -u 2>/dev/null)"
	fact boot "$(sysctl -n kern.boot_id 2>/dev/null ||
		sysctl -n kern.boottime | sed 's/.*{ sec = \([0-9]*\).*/\1/')"
	fact hw.cpu "$(sysctl -n hw.model)"
	fact hw.threads "$(sysctl -n hw.ncpu)"
	fact hw.cores "$(sysctl -n kern.smp.cores 2>/dev/null)"
	fact hw.mem "$(memory "$(sysctl -n hw.physmem)")"
	fact hw.model "$(kenv -q smbios.system.maker) $(kenv -q \
		smbios.system.product)"
	fact hw.bios "$(kenv -q smbios.bios.version)"
	case $(sysctl -n kern.vm_guest 2>/dev/null) in
	'' | none) ;;
	*) fact hw.virtual "$(sysctl -n kern.vm_guest)" ;;
	esac
	for m in vm.pmap.pti hw.ibrs_active hw.mds_disable_state \
		hw.spec_store_bypass_disable_active machdep.mitigations.taa.state; do
		fact "hw.mitigation.$m" "$(sysctl -n "$m" 2>/dev/null)"
	done
	for nic in $(ifconfig -l); do
		name=${nic%%[0-9]*}
		case $name in
		lo | bridge | tap | tun | epair | vlan | pflog | pfsync | enc | \
			gif | gre | wg | lagg | vxlan) continue ;;
		esac
		fact "hw.nic.$(word "$nic")" "$name $(sysctl -n \
			"dev.$name.${nic#"$name"}.%desc" 2>/dev/null)"
		nics="${nics-}$name
"
	done
	fact nic.driver "$(printf '%s' "${nics-}" | joined)"
	for disk in $(sysctl -n kern.disks); do
		name=${disk%%[0-9]*}
		fact "hw.disk.$(word "$disk")" "$name"
		disks="${disks-}$name
"
	done
	fact disk.driver "$(printf '%s' "${disks-}" | joined)"
}

# main-n268123-0123456789ab: the revision, which tells the order, and its hash.
freebsd_revision() {
	version=$(uname -v | tr ' ' '\n' |
		sed -n '/-n[0-9]*-[0-9a-f]\{7,\}/ { s/:$//; p; q; }')
	fact rev "$(printf '%s' "$version" | sed -n 's/.*-\(n[0-9]*\)-.*/\1/p')"
	fact commit "$(printf '%s' "$version" |
		sed -n 's/.*-n[0-9]*-\([0-9a-f]*\).*/\1/p')"
}

# 6.9.0-rc1-00012-g0123456789ab: what `git describe` said of the kernel.
linux_revision() {
	case $(uname -r) in
	*-g[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]*)
		fact rev "v$(uname -r | sed 's/\(-g[0-9a-f]*\).*/\1/')"
		fact commit "$(uname -r | sed 's/.*-g\([0-9a-f]*\).*/\1/')" ;;
	esac
}

# ---- All of it ----

fact host "$(uname -n | sed 's/\..*//')"
fact kernel "$(uname -r)"
fact hw.arch "$(uname -m)"
case $(uname -s) in
Linux)
	linux_revision
	linux_all ;;
FreeBSD)
	freebsd_revision
	freebsd_all ;;
*)
	fact os "$(uname -s) $(uname -r)" ;;
esac

case $config in
none) ;;
auto)
	case $(uname -s) in
	Linux) linux_config ;;
	FreeBSD) sysctl -n kern.conftxt 2>/dev/null ;;
	esac ;;
*)
	case $config in
	*.gz) gzip -dc "$config" ;;
	*) cat "$config" ;;
	esac ;;
esac
exit 0
